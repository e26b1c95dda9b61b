import { Anchor, Text } from '@mantine/core'
import { TimeText } from '../../components/TimeText'
import type { Item } from './useActionQueue'
import { useQueueWords } from './words'

interface Props {
  items: readonly Item[]
  zone: string
  until: (item: Item) => number | undefined
  bringBack: (item: Item) => void
}

/** What this page has put aside, until when, and the way to have it back now. */
export function PutAside({ items, zone, until, bringBack }: Props) {
  const words = useQueueWords()
  if (items.length === 0) return null
  return (
    <details className="put-aside">
      <summary>{words.aside(items.length)}</summary>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Text size="sm" span>
              {words.kind[item.kind] ?? item.kind}
            </Text>{' '}
            {until(item) && (
              <Text size="xs" c="dimmed" span>
                <TimeText at={until(item)!} zone={zone} />
              </Text>
            )}{' '}
            <Anchor component="button" type="button" size="sm" onClick={() => bringBack(item)}>
              {words.bringBack}
            </Anchor>
          </li>
        ))}
      </ul>
    </details>
  )
}
