import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useSyncExternalStore } from 'react'
import { useQuery } from 'urql'
import { CountdownRing } from '../../components/CountdownRing'
import { Icon } from '../../components/icons'
import { Loaded, Notice } from '../../components/states'
import { StatusBadge } from '../../components/StatusBadge'
import { SpanText } from '../../components/TimeText'
import { placesOf, spanOf } from '../../fragments/slots'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { ReservationActs } from '../acts/ReservationActs'
import { pressIn } from '../keyboard/KeyButton'
import { nameOfPress } from '../keyboard/keys'
import { singleKeys } from '../keyboard/singleKeys'
import { OneReservation } from '../reservations/documents'
import { useShared } from './Floor'

interface Props {
  /** Stays while the drawer closes, so that it does not empty under the eye. */
  id: string | null
  opened: boolean
  venueCode: string
  onClose: () => void
  /** Picks it up on the floor, to be put somewhere by arrow keys or a click. */
  onCarry: (id: string) => void
}

/** A booking of the floor: how it stands, and what may be done with it. */
export function BookingDrawer({ id, opened, venueCode, onClose, onCarry }: Props) {
  const close = useWords(shellWords).close
  const { floor, tongue } = useShared()
  const known = id ? floor.booking(id) : undefined
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="md" title={known ? tongue.words.drawer.title(known.name) : ''} closeButtonProps={{ 'aria-label': close }} data-testid="booking">
      {id && <Content key={id} id={id} venueCode={venueCode} onCarry={onCarry} onClose={onClose} />}
    </Drawer>
  )
}

/** The keys that stand on the buttons, for as long as nothing is being typed. A dialog that was opened from here has keys of its own. */
function pressHotkey(event: KeyboardEvent<HTMLElement>) {
  if (!singleKeys.get() || !event.currentTarget.contains(event.target as Node)) return
  if ((event.target as Element).closest('input, textarea, select')) return
  const key = nameOfPress(event.nativeEvent)
  if (key && pressIn(event.currentTarget, key)) event.preventDefault()
}

function Content({ id, venueCode, onCarry, onClose }: { id: string; venueCode: string; onCarry: (id: string) => void; onClose: () => void }) {
  const { floor, tongue } = useShared()
  const { words, zone } = tongue
  const [answer, again] = useQuery({ query: OneReservation, variables: { id } })
  // Whatever the streams tell of it, the drawer reads: what may be done is for the server to say.
  const version = useSyncExternalStore(floor.watch, () => floor.booking(id)?.version)
  const read = answer.data?.reservation?.version
  useEffect(() => {
    if (version !== undefined && read !== undefined && version > read) again({ requestPolicy: 'network-only' })
  }, [version, read, again])
  return (
    <Loaded of={answer} retry={again}>
      {({ reservation: r }) => {
        if (!r) return <Notice icon="search" title={words.drawer.gone} />
        const span = spanOf(r.slots)
        return (
          <Stack gap="md" onKeyDown={pressHotkey}>
            <Group gap="sm" justify="space-between" wrap="nowrap">
              <Stack gap={4}>
                <Group gap="xs">
                  <StatusBadge of="reservationStatus" value={r.status} />
                  {r.late && <Text size="sm" c="rust" fw={600}>{words.late}</Text>}
                  {r.walkIn && <Text size="sm" c="dimmed">{words.walkIn}</Text>}
                </Group>
                <Text fw={600}>{placesOf(r.slots)} · {tongue.party(r.partySize)}</Text>
                {span && <Text size="sm"><SpanText {...span} zone={zone} /></Text>}
                {r.requestedAt && r.status === 'HELD' && <Text size="sm">{words.requested}</Text>}
                {r.override && <Text size="sm">{words.overridden}: {r.override.reason}</Text>}
              </Stack>
              {r.status === 'HELD' && r.expiresAt && <CountdownRing until={r.expiresAt} from={r.createdAt} label={r.customer.name} onOver={() => again({ requestPolicy: 'network-only' })} />}
            </Group>
            {(r.customer.phone || r.customer.email) && (
              <Stack gap={2}>
                {r.customer.phone && <Text size="sm"><Icon name="phone" size={14} /> <a href={`tel:${r.customer.phone}`}>{r.customer.phone}</a></Text>}
                {r.customer.email && <Text size="sm">{r.customer.email}</Text>}
              </Stack>
            )}
            <ReservationActs reservation={r} />
            <Group gap="xs">
              {r.viewerCommands.includes('moveReservation') && floor.booking(id) && (
                <Button variant="light" color="slate" leftSection={<Icon name="move" size={16} />} onClick={() => (onClose(), onCarry(id))}>{words.drawer.move}</Button>
              )}
              <Link to="/v/$venue/reservations/$id" params={{ venue: venueCode, id }}>{words.drawer.page}</Link>
            </Group>
          </Stack>
        )
      }}
    </Loaded>
  )
}
