import { Text } from '@mantine/core'
import { CountdownRing } from '../../components/CountdownRing'
import { TimeText } from '../../components/TimeText'
import { useLanguage } from '../../messages/language'
import { useServerNow } from '../../time/countdown'
import { formatLength } from '../../time/format'
import type { Item } from './useActionQueue'
import { useQueueWords } from './words'

/** A ring counts down the last hour; before it the time stands there, after it by how much it is over. */
const ringWithin = 60 * 60_000

export function DueMark({
  item,
  zone,
  label,
  gone,
  size = 52,
}: {
  item: Pick<Item, 'dueAt' | 'since'>
  zone: string
  label: string
  gone: boolean
  size?: number
}) {
  const words = useQueueWords()
  const language = useLanguage()
  const now = useServerNow(5_000)
  if (gone)
    return (
      <span className="due" data-due="gone" aria-hidden="true">
        ✓
      </span>
    )
  if (!item.dueAt)
    return (
      <span className="due" data-due="none">
        <Text size="xs">{formatLength(now - Date.parse(item.since), language)}</Text>
      </span>
    )
  const left = Date.parse(item.dueAt) - now
  if (left <= 0)
    return (
      <span className="due" data-due="over">
        <Text size="xs" fw={600}>
          {words.overdue(formatLength(-left, language))}
        </Text>
      </span>
    )
  if (left > ringWithin)
    return (
      <span className="due" data-due="later">
        <TimeText at={item.dueAt} zone={zone} style={left > 12 * ringWithin ? 'day' : 'time'} bare />
      </span>
    )
  return <CountdownRing until={item.dueAt} from={item.since} size={size} label={words.ringOf(label)} quiet />
}
