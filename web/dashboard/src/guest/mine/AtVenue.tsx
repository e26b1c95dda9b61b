import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { serverNow } from '../../api/clock'
import { useFeed } from '../../api/useFeed'
import { Icon } from '../../components/icons'
import { Loaded, Loading } from '../../components/states'
import { ZoneNote } from '../../components/TimeText'
import { placesOf, spanOf } from '../../fragments/slots'
import type { GuestMineQuery } from '../../gql/guest/graphql'
import type { Venue } from '../../shell/venue'
import { daysFromToday } from './since'
import { useServerNow } from '../../time/countdown'
import { GuestReservationChanged } from '../booking/commands'
import { GuestEntryChanged } from '../waiting/commands'
import { GuestOfferChanged } from '../urgent/asked'
import { useNear } from '../page/useNear'
import { useGuestWords } from '../words'
import { GuestMine } from './asked'
import { Row, Rows } from './Rows'
import { sorted } from './sorted'

/** What is the guest's at one venue. */
export function AtVenue({ venue }: { venue: Venue }) {
  const { mine } = useGuestWords()
  const { ref, near, was } = useNear<HTMLElement>()
  const [answer, again] = useQuery({ query: GuestMine, variables: { venueId: venue.id, from: daysFromToday(-1, venue.timeZone) }, pause: !was })
  const reload = () => again({ requestPolicy: 'network-only' })
  useFeed(GuestReservationChanged, { venueId: venue.id }, { pause: !near, onReload: reload, onChange: reload })
  useFeed(GuestOfferChanged, { venueId: venue.id }, { pause: !near, onChange: reload })
  return (
    <section aria-label={venue.name} ref={ref} className="mine-venue">
      <Title order={2} size="h3">{venue.name}</Title>
      <ZoneNote zone={venue.timeZone} at={serverNow()} />
      <Stack gap="lg" mt="sm">
        <Loaded of={answer} retry={again} loading={<Loading rows={2} height={64} />}>{(data) => <Lists venue={venue} data={data} reload={reload} live={near} />}</Loaded>
        <Button size="lg" leftSection={<Icon name="book" />} renderRoot={(props) => <Link to="/book/$venue" params={{ venue: venue.code }} {...props} aria-label={mine.bookAt(venue.name)} />}>{mine.book}</Button>
      </Stack>
    </section>
  )
}

function Lists({ venue, data, reload, live }: { venue: Venue; data: GuestMineQuery; reload: () => void; live: boolean }) {
  const words = useGuestWords()
  const { mine, line, inHand } = words
  const now = useServerNow(15_000)
  const zone = venue.timeZone
  const { holds, coming } = sorted(data.reservations.nodes, now)
  const entries = data.waitlistEntries.nodes.filter((entry) => entry.status === 'WAITING' || entry.status === 'OFFERED')
  const intents = data.intents.nodes
  if (holds.length + coming.length + entries.length + intents.length + data.offers.nodes.length === 0) return <Text c="dimmed">{mine.none} {mine.noneText}</Text>
  return (
    <>
      <Rows title={mine.arranged} shown={intents.length > 0}>
        {intents.map((intent) => {
          const span = spanOf(intent.slots)
          return span && <Row key={intent.id} to={`/request/${intent.id}`} span={span} zone={zone} detail={`${inHand.kind[intent.kind] ?? ''} · ${words.people(intent.partySize)}`} of="intentStatus" status={intent.status} />
        })}
      </Rows>
      <Rows title={mine.coming} shown={coming.length > 0}>
        {coming.map((booking) => <BookingRow key={booking.id} booking={booking} zone={zone} />)}
      </Rows>
      <Rows title={mine.waiting} shown={entries.length > 0}>
        {entries.map((entry) => (
          <WaitingRow key={entry.id} id={entry.id} live={live} reload={reload}>
            <Row
              to={`/waiting/${entry.id}`} span={{ from: entry.from, to: entry.to }} zone={zone} of="entryStatus" status={entry.status}
              detail={`${entry.position ? `${line.place(entry.position)} ${line.placeText} · ` : ''}${words.people(entry.partySize)}`}
            />
          </WaitingRow>
        ))}
      </Rows>
    </>
  )
}

/** Listens to one entry, as there is no stream of all of them. */
function WaitingRow({ id, live, reload, children }: { id: string; live: boolean; reload: () => void; children: ReactNode }) {
  useFeed(GuestEntryChanged, { id }, { pause: !live, onChange: reload })
  return children
}

export function BookingRow({ booking, zone }: { booking: GuestMineQuery['reservations']['nodes'][number]; zone: string }) {
  const words = useGuestWords()
  const span = spanOf(booking.slots)
  if (!span) return null
  return <Row to={`/reservation/${booking.id}`} span={span} zone={zone} detail={`${placesOf(booking.slots)} · ${words.people(booking.partySize)}`} of="reservationStatus" status={booking.status} />
}
