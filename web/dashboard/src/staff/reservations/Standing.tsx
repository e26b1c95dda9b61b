import { Text } from '@mantine/core'
import { CountdownRing } from '../../components/CountdownRing'
import { endOf, startOf } from '../../fragments/slots'
import type { ReservationRowFragment } from '../../gql/staff/graphql'
import { useLanguage } from '../../messages/language'
import { useServerNow } from '../../time/countdown'
import { formatLength } from '../../time/format'
import { waitedForUntil } from '../acts/possible'
import { useReservationWords } from './words'

/** So long before its time a party's coming is counted down to. */
const awaitedFrom = 90 * 60_000

/** What time makes of a reservation: how long a hold still has, how late a party is and how long it is waited for, how long it has been seated. */
export function Standing({ of }: { of: ReservationRowFragment }) {
  if (of.status === 'HELD') return of.expiresAt ? <Hold of={of} until={of.expiresAt} /> : null
  if (of.status === 'CONFIRMED') return <Arrival of={of} />
  if (of.status === 'CHECKED_IN') return <Seated of={of} />
  return null
}

function Hold({ of, until }: { of: ReservationRowFragment; until: string }) {
  const words = useReservationWords()
  const language = useLanguage()
  const now = useServerNow(15_000)
  const age = formatLength(now - Date.parse(of.requestedAt ?? of.createdAt), language)
  return (
    <span className="standing">
      {Date.parse(until) - now < 60 * 60_000 && (
        <CountdownRing until={until} from={of.createdAt} size={44} label={words.left(of.customer.name)} quiet />
      )}
      <Text size="xs" span>
        {of.requestedAt ? words.requestedFor(age) : words.heldFor(age)}
      </Text>
    </span>
  )
}

function Arrival({ of }: { of: ReservationRowFragment }) {
  const words = useReservationWords()
  const language = useLanguage()
  const now = useServerNow(10_000)
  const start = startOf(of.slots)
  if (now < start)
    return start - now < awaitedFrom ? (
      <Text size="xs" c="dimmed" span>
        {words.arrives(formatLength(Math.max(60_000, start - now), language))}
      </Text>
    ) : null
  const until = waitedForUntil(of)
  const late = formatLength(Math.max(60_000, now - start), language)
  if (until === undefined || now >= until)
    return (
      <Text size="xs" fw={600} span className="grace-over">
        {words.graceOver(late)}
      </Text>
    )
  return (
    <span className="standing">
      <span className="grace" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, ((now - start) / (until - start)) * 100)}%` }} />
      </span>
      <Text size="xs" span>
        {words.grace(late, formatLength(until - start, language))}
      </Text>
    </span>
  )
}

function Seated({ of }: { of: ReservationRowFragment }) {
  const words = useReservationWords()
  const language = useLanguage()
  const now = useServerNow(30_000)
  const end = endOf(of.slots)
  if (now > end)
    return (
      <Text size="xs" fw={600} span className="grace-over">
        {words.endsOver(formatLength(now - end, language))}
      </Text>
    )
  return (
    <Text size="xs" c="dimmed" span>
      {words.seatedSince(formatLength(Math.max(0, now - Date.parse(of.updatedAt)), language))}
    </Text>
  )
}
