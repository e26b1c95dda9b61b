import { Text } from '@mantine/core'
import { useCountdown } from '../../time/countdown'
import { formatCountdown } from '../../time/format'
import type { Item } from './useActionQueue'
import { useQueueWords } from './words'

/** What runs out first, counting down. */
export function NextToRunOut({ of }: { of: readonly Item[] }) {
  const words = useQueueWords()
  const due = of.find((item) => item.kind === 'OFFER_EXPIRING' || item.kind === 'OFFER_AWAITING_DECISION')?.dueAt
  const left = useCountdown(due)
  if (!left || left.over || left.unsure || left.left > 60 * 60_000) return null
  return (
    <Text size="sm" component="span">
      {words.next} <strong className="digits">{formatCountdown(left.left)}</strong>
    </Text>
  )
}
