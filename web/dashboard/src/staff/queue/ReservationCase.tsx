import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { Loaded, NotFound } from '../../components/states'
import { StatusBadge } from '../../components/StatusBadge'
import { SpanText, TimeText } from '../../components/TimeText'
import { placesOf, spanOf } from '../../fragments/slots'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { ReservationActs } from '../acts/ReservationActs'
import { useActWords } from '../acts/words'
import { HistoryList } from '../history/HistoryList'
import { useStamped } from '../history/useStamped'
import { Contact } from './Contact'
import { ReservationEvidence } from './documents'
import type { CaseProps } from './Evidence'
import { ActsOfNow } from './ActsOfNow'
import { Facts } from './Facts'
import { Nobody } from './Nobody'
import { useQueueWords } from './words'

/** What is known of a reservation that waits for somebody: a late party, a place that is closed by then, a guest's request. */
export function ReservationCase({ item, zone, venue, stamp }: CaseProps) {
  const words = useQueueWords()
  const acts = useActWords()
  const language = useLanguage()
  const [answer, again] = useQuery({ query: ReservationEvidence, variables: { id: item.subject.id }, context: useStamped(stamp) })
  return (
    <Loaded of={answer} retry={again}>
      {({ reservation }) => {
        if (!reservation) return <NotFound />
        const requested = item.kind === 'APPROVAL_PENDING' && reservation.status === 'HELD'
        return (
          <>
            <ActsOfNow behind={answer.stale || answer.fetching}>
              <ReservationActs reservation={reservation} />
            </ActsOfNow>
            <Facts
              of={[
                [words.fact.state, <StatusBadge key="s" of="reservationStatus" value={reservation.status} />],
                [words.fact.contact, <Contact key="c" of={reservation.customer} />],
                [words.fact.party, acts.party(reservation.partySize)],
                [words.fact.place, placesOf(reservation.slots)],
                [words.fact.time, <SpanText key="t" {...spanOf(reservation.slots)!} zone={zone} />],
                [words.fact.due, item.dueAt && <TimeText key="d" at={item.dueAt} zone={zone} style="dateTime" />],
                [words.fact.policy, words.policyNumber(number(language, reservation.policyVersion.number))],
                [words.fact.version, words.version(number(language, reservation.version))],
              ]}
            />
            {item.kind === 'LATE_ARRIVAL' &&
              reservation.status === 'CONFIRMED' &&
              (reservation.noShowAt ? (
                <Nobody say={words.nobody.lateAuto} at={reservation.noShowAt} zone={zone} />
              ) : (
                <Nobody say={words.nobody.lateNever} zone={zone} />
              ))}
            {item.kind === 'CONFLICT' && ['HELD', 'CONFIRMED'].includes(reservation.status) && <Nobody say={words.nobody.conflict} zone={zone} />}
            {requested && reservation.expiresAt && <Nobody say={words.nobody.requested} at={reservation.expiresAt} zone={zone} />}
            <section className="evidence-part">
              <h3>{acts.history.title}</h3>
              <HistoryList id={reservation.id} stamp={reservation.version} zone={zone} />
            </section>
            <Anchor
              renderRoot={(props) => <Link to="/v/$venue/reservations/$id" params={{ venue, id: reservation.id }} {...props} />}
              size="sm"
              data-hotkey="o"
              aria-keyshortcuts="O"
            >
              {words.open}
            </Anchor>
          </>
        )
      }}
    </Loaded>
  )
}
