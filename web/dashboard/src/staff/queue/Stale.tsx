import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLink } from '../../api/link'
import { Icon } from '../../components/icons'
import { useLanguage } from '../../messages/language'
import { formatTime, zoneName } from '../../time/format'
import { useQueueWords } from './words'

/** A line that comes back at once is no news. */
const patience = 3_000

/** The line is lost: what is shown stays, and says from when it is. */
export function Stale({ readAt, zone }: { readAt: number; zone: string }) {
  const words = useQueueWords()
  const language = useLanguage()
  const { lostAt } = useLink()
  const [long, set] = useState(false)
  useEffect(() => {
    set(false)
    if (lostAt === undefined) return
    const timer = setTimeout(() => set(true), Math.max(0, lostAt + patience - performance.now()))
    return () => clearTimeout(timer)
  }, [lostAt])
  if (!long || !readAt) return null
  const time = `${formatTime(readAt, zone, language)} ${zoneName(zone, readAt, language)}`
  return (
    <Alert color="amber" variant="light" icon={<Icon name="warning" />} data-testid="stale">
      {words.stale(time)}
    </Alert>
  )
}
