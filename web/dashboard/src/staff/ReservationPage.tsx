import { Alert, Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useWatched } from '../api/observable'
import { useFeed } from '../api/useFeed'
import { results } from '../commands/ledger'
import { announce } from '../components/announce'
import { Icon } from '../components/icons'
import { Loaded, NotFound } from '../components/states'
import { StatusBadge } from '../components/StatusBadge'
import { SpanText, TimeText } from '../components/TimeText'
import { placesOf, spanOf } from '../fragments/slots'
import type { StaffOneReservationQuery } from '../gql/staff/graphql'
import { enumWords } from '../messages/catalogues'
import { useLanguage } from '../messages/language'
import { number, useWords } from '../messages/words'
import { useVenue } from '../shell/venue'
import { durationMs, formatLength } from '../time/format'
import { ReservationActs } from './acts/ReservationActs'
import { useActWords } from './acts/words'
import { HistoryQuery } from './history/documents'
import { HistoryList } from './history/HistoryList'
import { useStaffActor } from './history/useStaffActor'
import { useDeed } from '../history/useDeed'
import { useStamped } from './history/useStamped'
import { pressIn } from './keyboard/KeyButton'
import { StaffKeys } from './keyboard/StaffKeys'
import { Contact } from './queue/Contact'
import { Facts } from './queue/Facts'
import { OneReservation, ReservationsChanged } from './reservations/documents'
import { InHand, OutOfHand, useLastInHand } from './reservations/InHand'
import { railOf } from './reservations/rail'
import { Rail } from './reservations/Rail'
import { SeriesDates } from './reservations/SeriesDates'
import { Standing } from './reservations/Standing'
import { useReservationKeyLines } from './reservations/useReservationKeyLines'
import { useReservationWords } from './reservations/words'
import './queue/queue.css'
import './reservations/reservations.css'

type Reservation = NonNullable<StaffOneReservationQuery['reservation']>

const pressed = ['c', 'n', 'f', 'm', 'd', 'r', 'e'] as const

/** One reservation: where it stands and how it came there, what can be done now, the rules it was made under, and its history. */
export function ReservationPage() {
  const { id } = useParams({ from: '/staff/v/$venue/reservations/$id' })
  const venue = useVenue()
  const [answer, again] = useQuery({ query: OneReservation, variables: { id } })
  useFeed(
    ReservationsChanged,
    { venueId: venue.id },
    {
      onReload: () => again({ requestPolicy: 'network-only' }),
      onChange: (event) => event.reservation?.id === id && again({ requestPolicy: 'network-only' }),
    },
  )
  return (
    <Loaded of={answer} retry={again}>
      {({ reservation }) => (reservation ? <Shown reservation={reservation} /> : <NotFound />)}
    </Loaded>
  )
}

function Shown({ reservation }: { reservation: Reservation }) {
  const words = useReservationWords()
  const acts = useActWords()
  const enums = useWords(enumWords)
  const language = useLanguage()
  const navigate = useNavigate()
  const venue = useVenue()
  const zone = reservation.venue.timeZone
  const region = useRef<HTMLDivElement>(null)
  const [history] = useQuery({ query: HistoryQuery, variables: { id: reservation.id, first: 20 }, context: useStamped(reservation.version) })
  const { rules } = reservation.policyVersion
  const length = (iso: string) => formatLength(durationMs(iso), language)
  const lines = useReservationKeyLines().filter(({ keys }) => pressed.some((key) => keys.includes(key)))
  const press = (key: string) => () => void pressIn(region.current, key)
  const had = useLastInHand(reservation)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Anchor size="sm" renderRoot={(props) => <Link to="/v/$venue/reservations" params={{ venue: venue.code }} {...props} />}>
          <Icon name="back" size={14} /> {words.page.back}
        </Anchor>
        <StaffKeys
          lines={lines}
          bindings={{
            ...Object.fromEntries(pressed.map((key) => [key, press(key)])),
            Escape: () => void navigate({ to: '/v/$venue/reservations', params: { venue: venue.code } }),
          }}
        />
      </Group>
      <Group gap="md" align="center">
        <Title order={1} size="h2">
          {reservation.customer.name}
        </Title>
        <StatusBadge of="reservationStatus" value={reservation.status} />
        <Standing of={reservation} />
      </Group>
      <ChangedByOthers reservation={reservation} />
      <div className="reservation-page" ref={region}>
        <Stack gap="md">
          <section className="panel" aria-label={words.page.where}>
            <Rail steps={railOf(reservation, history.data?.history.nodes ?? [])} zone={zone} />
            {reservation.statusReason && (
              <Text size="sm">
                {words.page.reason}: {(enums.cancelReason as Record<string, string>)[reservation.statusReason] ?? reservation.statusReason}
              </Text>
            )}
            {reservation.status === 'CONFIRMED' && reservation.noShowAt && <AutoNoShow at={reservation.noShowAt} zone={zone} />}
          </section>
          <section className="panel" aria-labelledby="possible">
            <h2 id="possible">{words.page.nextStep}</h2>
            <ReservationActs reservation={reservation} />
            {reservation.viewerCommands.length === 0 && (
              <Text size="sm" c="dimmed">
                {words.page.nothing}
              </Text>
            )}
          </section>
          <section className="panel" aria-labelledby="facts">
            <h2 id="facts">{words.page.facts}</h2>
            <Facts
              of={[
                [words.day, <TimeText key="y" at={reservation.slots[0]!.startsAt} zone={zone} style="date" bare />],
                [
                  words.column.time,
                  <SpanText key="t" {...spanOf(reservation.slots)!} zone={zone} style="time" />,
                ],
                [words.column.place, placesOf(reservation.slots)],
                [words.column.party, acts.party(reservation.partySize)],
                [words.column.guest, reservation.walkIn ? `${reservation.customer.name} (${words.walkIn})` : reservation.customer.name],
                [words.page.contact, <Contact key="c" of={reservation.customer} />],
                [words.page.note, reservation.note && <q key="w">{reservation.note}</q>],
                [words.page.created, <TimeText key="m" at={reservation.createdAt} zone={zone} style="dateTime" />],
                [words.page.updated, <TimeText key="u" at={reservation.updatedAt} zone={zone} style="dateTime" />],
                [
                  acts.due,
                  reservation.status === 'HELD' && reservation.expiresAt && (
                    <TimeText key="e" at={reservation.expiresAt} zone={zone} style="dateTime" />
                  ),
                ],
                [words.page.version, `v${number(language, reservation.version)}`],
                [
                  words.page.corrects,
                  reservation.corrects && (
                    <Anchor
                      key="k"
                      renderRoot={(props) => (
                        <Link to="/v/$venue/reservations/$id" params={{ venue: venue.code, id: reservation.corrects!.id }} {...props} />
                      )}
                    >
                      {words.page.correctsOpen}
                    </Anchor>
                  ),
                ],
              ]}
            />
            {reservation.override && (
              <Alert variant="light" color="amber" icon={<Icon name="warning" />} title={words.page.override}>
                <q>{reservation.override.reason}</q> {words.page.overrideCodes}:{' '}
                {reservation.override.codes.map((code) => enums.problem[code]).join(', ')}
              </Alert>
            )}
          </section>
          <section className="panel" aria-labelledby="rules">
            <h2 id="rules">
              {words.page.policy}: {words.page.policyOf(number(language, reservation.policyVersion.number))}
            </h2>
            <Text size="sm">{words.page.policySays(length(rules.checkInOpens), length(rules.noShowGrace), length(rules.cancellationCutoff))}</Text>
          </section>
          {reservation.series && <SeriesDates series={reservation.series} self={reservation.id} zone={zone} venue={venue.code} />}
          {reservation.intent ? <InHand intent={reservation.intent} zone={zone} /> : had && <OutOfHand intent={had} />}
        </Stack>
        <section className="panel" aria-labelledby="history">
          <h2 id="history">{acts.history.title}</h2>
          <HistoryList id={reservation.id} stamp={reservation.version} zone={zone} />
        </section>
      </div>
    </Stack>
  )
}

function AutoNoShow({ at, zone }: { at: string; zone: string }) {
  const words = useReservationWords().page
  const [before, after] = words.noShowAuto('\u0000').split('\u0000')
  return (
    <Text size="sm">
      {before}
      <TimeText at={at} zone={zone} style="dateTime" />
      {after}
    </Text>
  )
}

/** Somebody else changed it while it was looked at: what, and who. */
function ChangedByOthers({ reservation }: { reservation: Reservation }) {
  const words = useReservationWords().page
  const actor = useStaffActor()
  const deed = useDeed()
  const [first] = useState(reservation.version)
  const own = [...useWatched(results).values()].filter((result) => result.target === reservation.id)
  const [answer] = useQuery({
    query: HistoryQuery,
    variables: { id: reservation.id, first: 1 },
    pause: reservation.version === first,
    context: useStamped(reservation.version),
  })
  const last = answer.data?.history.nodes[0]
  const others = reservation.version > first && last && !own.some((result) => result.correlationId === last.correlationId)
  const text = others ? words.changed(actor(last.actor), deed(last.operation)) : ''
  useEffect(() => {
    if (text) announce(text)
  }, [text])
  if (!text) return null
  return (
    <Alert variant="light" color="sea" icon={<Icon name="info" />} title={words.changedTitle} data-testid="changed-by-others">
      {text}
    </Alert>
  )
}
