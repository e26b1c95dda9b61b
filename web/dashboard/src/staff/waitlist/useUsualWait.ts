import { useState } from 'react'
import { useQuery } from 'urql'
import { serverNow } from '../../api/clock'
import { useMay } from '../../shell/Viewer'
import { addDays, dayOf } from '../../time/day'
import { durationMs } from '../../time/format'
import { UsualWait } from './usual'

/** So few waits say nothing of what is usual. */
const fewest = 5

/** How long people waited for their first offer in the last seven days; undefined for those who may not read reports, and where there were too few. */
export function useUsualWait(venueId: string, zone: string): { p50: number; p90: number } | undefined {
  const may = useMay('report:read')
  const [today] = useState(() => dayOf(serverNow(), zone))
  const [answer] = useQuery({ query: UsualWait, variables: { venueId, from: addDays(today, -6), to: today }, pause: !may })
  const told = answer.data?.report.waits.untilOffer
  if (!told || told.count < fewest) return undefined
  const usual = { p50: durationMs(told.p50), p90: durationMs(told.p90) }
  return usual.p90 >= 60_000 ? usual : undefined
}
