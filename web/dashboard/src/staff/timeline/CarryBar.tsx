import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon } from '../../components/icons'
import { useShared } from './Floor'
import { verdictText, whereText } from './naming'

/** While something is carried: what, over which place, and whether it fits there. It can be put down and back from here, without dragging. */
export function CarryBar({ onPut, onBack }: { onPut: () => void; onBack: () => void }) {
  const { carry, floor, tongue } = useShared()
  const now = useSyncExternalStore(carry.watch, carry.get)
  const { carry: words } = tongue.words
  if (!now) return null
  const { lifted, at } = now
  const who = `${lifted.booking.name}, ${tongue.party(lifted.booking.partySize)}`
  const bad = !!at && at.obstacles.length > 0
  return (
    <div className="carry-bar" role="group" aria-label={words.title(lifted.booking.name)} data-testid="carry">
      <div>
        <Text size="sm" fw={600}>{words.title(who)}</Text>
        <Text size="sm" className="carry-at" data-verdict={at ? (bad ? 'no' : 'yes') : undefined}>
          {at && <Icon name={bad ? 'close' : 'check'} size={14} />}
          {at ? words.at(whereText(floor.place(at.placeId), at, tongue), verdictText(at, now.sure, tongue)) : now.by === 'keys' ? words.help : words.nowhere}
        </Text>
        {now.by === 'keys' && <Text size="xs" c="dimmed">{words.keys}</Text>}
      </div>
      {now.by === 'keys' && (
        <Group gap="xs" wrap="nowrap">
          <Button onClick={onPut} disabled={!at || bad || at.home}>{words.put}</Button>
          <Button variant="outline" color="slate" onClick={onBack}>{words.back}</Button>
        </Group>
      )}
      {now.by === 'pointer' && <Chip text={who} />}
    </div>
  )
}

/** What hangs at the pointer. */
function Chip({ text }: { text: string }) {
  const chip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = (event: PointerEvent) => {
      if (chip.current) chip.current.style.transform = `translate(${event.clientX + 14}px, ${event.clientY + 10}px)`
    }
    addEventListener('pointermove', follow)
    return () => removeEventListener('pointermove', follow)
  }, [])
  return <div ref={chip} className="carry-chip" aria-hidden="true">{text}</div>
}
