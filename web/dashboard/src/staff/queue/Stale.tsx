import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLink } from '../../api/link'
import { Icon } from '../../components/icons'
import { useLanguage } from '../../messages/language'
import { formatTime, zoneName } from '../../time/format'
import { useQueueWords } from './words'

/** The line is lost: what is shown stays, and says from when it is. */
export function Stale({ readAt, zone }: { readAt: number; zone: string }) {
  const words = useQueueWords()
  const language = useLanguage()
  const { state, lostAt } = useLink()
  const [long, set] = useState(false)
  useEffect(() => {
    set(false)
    if (state !== 'lost') return
    const timer = setTimeout(() => set(true), 3_000)
    return () => clearTimeout(timer)
  }, [state, lostAt])
  if (!long || !readAt) return null
  const time = `${formatTime(readAt, zone, language)} ${zoneName(zone, readAt, language)}`
  return (
    <Alert color="amber" variant="light" icon={<Icon name="warning" />} data-testid="stale">
      {words.stale(time)}
    </Alert>
  )
}
