import { Anchor, Loader, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { ReadError } from '../../components/states'
import { StatusBadge } from '../../components/StatusBadge'
import { SpanText, TimeText } from '../../components/TimeText'
import { placesOf, spanOf } from '../../fragments/slots'
import { dayOf } from '../../time/day'
import { useActWords } from '../acts/words'
import { ReservationsOfDay } from './documents'
import { inOrder } from './sorting'
import { useReservationWords } from './words'

/** What a search finds on other days than the one that is shown. */
export function OtherDays({ venueId, venue, zone, search, day }: { venueId: string; venue: string; zone: string; search: string; day: string }) {
  const words = useReservationWords()
  const acts = useActWords()
  const [answer, again] = useQuery({ query: ReservationsOfDay, variables: { venueId, filter: { search } }, requestPolicy: 'network-only' })
  const found = inOrder((answer.data?.reservations.nodes ?? []).filter((one) => one.slots[0] && dayOf(one.slots[0].startsAt, zone) !== day)).reverse()
  return (
    <section aria-labelledby="other-days">
      <Title order={2} size="h4" id="other-days">
        {words.otherDays}
      </Title>
      {!answer.data && answer.error ? (
        <ReadError error={answer.error} retry={() => again({ requestPolicy: 'network-only' })} />
      ) : !answer.data ? (
        <Loader size={16} mt="sm" />
      ) : found.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.otherNone}
        </Text>
      ) : (
        <Stack component="ul" gap={2} m={0} p={0} className="other-days">
          {found.map((one) => (
            <li key={one.id}>
              <Anchor fw={600} renderRoot={(props) => <Link to="/v/$venue/reservations/$id" params={{ venue, id: one.id }} {...props} />}>
                {one.customer.name}
              </Anchor>{' '}
              <Text size="sm" span>
                <TimeText at={one.slots[0]!.startsAt} zone={zone} style="date" bare />{' '}
                <SpanText {...spanOf(one.slots)!} zone={zone} style="time" bare /> · {acts.party(one.partySize)} ·{' '}
                {placesOf(one.slots)}
              </Text>{' '}
              <StatusBadge of="reservationStatus" value={one.status} />
            </li>
          ))}
          {answer.data.reservations.pageInfo.hasNextPage && (
            <Text size="sm" c="dimmed" component="li">
              {words.otherMore}
            </Text>
          )}
        </Stack>
      )}
    </section>
  )
}
