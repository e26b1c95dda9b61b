import { Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Loaded, NotFound } from '../../components/states'
import { StatusBadge } from '../../components/StatusBadge'
import { SpanText, TimeText } from '../../components/TimeText'
import { commandWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { nameOf } from '../../commands/say'
import { placesOf, spanOf } from '../../fragments/slots'
import { AttemptActs, IntentActs } from '../acts/IntentActs'
import { useActWords } from '../acts/words'
import { HistoryList } from '../history/HistoryList'
import { useStamped } from '../history/useStamped'
import { useVenue } from '../../shell/venue'
import type { StaffIntentEvidenceQuery } from '../../gql/staff/graphql'
import { Contact } from './Contact'
import { AttemptEvidence, IntentEvidence, OpenIntents } from './documents'
import type { CaseProps } from './Evidence'
import { ActsOfNow } from './ActsOfNow'
import { Facts } from './Facts'
import { Nobody } from './Nobody'
import { useQueueWords } from './words'

type Intent = NonNullable<StaffIntentEvidenceQuery['intent']>

/** What is known of a request that does not get on. */
export function IntentCase({ item, zone, stamp }: CaseProps) {
  const [answer, again] = useQuery({ query: IntentEvidence, variables: { id: item.subject.id }, context: useStamped(stamp) })
  return (
    <Loaded of={answer} retry={again}>
      {({ intent }) => (intent ? <IntentFacts intent={intent} reason={item.reason} zone={zone} /> : <NotFound />)}
    </Loaded>
  )
}

function IntentFacts({ intent, reason, zone }: { intent: Intent; reason?: string; zone: string }) {
  const words = useQueueWords()
  const acts = useActWords()
  const commands = useWords(commandWords)
  const language = useLanguage()
  const guest = intent.booked?.customer ?? intent.promised?.entry.customer
  const name = nameOf(commands, intent.kind)
  return (
    <>
      {reason && (
        <Text size="sm" lang="en">
          {reason}
        </Text>
      )}
      <IntentActs intent={intent} about={`${name}${guest ? ` · ${guest.name}` : ''}`} />
      <Facts
        of={[
          [words.fact.intent, name],
          [words.fact.state, <StatusBadge key="s" of="intentStatus" value={intent.status} />],
          [words.fact.guest, guest?.name],
          [words.fact.contact, guest && <Contact key="c" of={guest} />],
          [words.fact.party, acts.party(intent.partySize)],
          [words.fact.place, placesOf(intent.slots)],
          [words.fact.time, intent.slots[0] && <SpanText key="t" {...spanOf(intent.slots)!} zone={zone} />],
          [
            words.fact.failure,
            intent.failure && (
              <span key="f" lang="en">
                {intent.failure}
              </span>
            ),
          ],
          [words.fact.version, words.version(number(language, intent.version))],
        ]}
      />
      <Nobody say={words.nobody.intent} at={intent.expiresAt} zone={zone} />
      <section className="evidence-part">
        <h3>{words.fact.attempts}</h3>
        <ul className="attempts">
          {intent.attempts.map((attempt) => (
            <li key={attempt.id}>
              <Text size="sm" fw={600} span>
                {number(language, attempt.number)}. {attempt.provider}
              </Text>{' '}
              <StatusBadge of="attemptStatus" value={attempt.status} />{' '}
              <Text size="xs" c="dimmed" span>
                <TimeText at={attempt.startedAt} zone={zone} style="dateTime" />
              </Text>
              {attempt.failure && (
                <Text size="sm" lang="en">
                  {attempt.failure}
                </Text>
              )}
              {attempt.resolvedBy && (
                <Text size="sm">
                  {attempt.resolvedBy}: {attempt.resolution && <q>{attempt.resolution}</q>}
                </Text>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className="evidence-part">
        <h3>{acts.history.title}</h3>
        <HistoryList id={intent.id} stamp={intent.version} zone={zone} />
      </section>
    </>
  )
}

/** What is known of an attempt whose outcome nobody knows, and of the request that it belongs to. */
export function AttemptCase({ item, zone, stamp: changes }: CaseProps) {
  const words = useQueueWords()
  const language = useLanguage()
  const venue = useVenue()
  const stamp = useStamped(changes)
  const [answer, again] = useQuery({ query: AttemptEvidence, variables: { id: item.subject.id }, context: stamp })
  const [intents] = useQuery({ query: OpenIntents, variables: { venueId: venue.id }, context: stamp })
  const intent = intents.data?.intents.nodes.find((one) => one.attempts.some((attempt) => attempt.id === item.subject.id))
  return (
    <Loaded of={answer} retry={again}>
      {({ node: attempt }) => {
        if (attempt?.__typename !== 'Attempt') return <NotFound />
        return (
          <>
            <ActsOfNow behind={answer.stale || answer.fetching}>
              <AttemptActs attempt={attempt} />
            </ActsOfNow>
            <Facts
              of={[
                [words.fact.state, <StatusBadge key="s" of="attemptStatus" value={attempt.status} />],
                [words.fact.provider, attempt.provider],
                [words.fact.action, attempt.action],
                [words.fact.reference, <code key="r">{attempt.reference}</code>],
                [words.fact.target, attempt.target],
                [words.fact.upstream, attempt.upstreamRef],
                [
                  words.fact.failure,
                  attempt.failure && (
                    <span key="f" lang="en">
                      {attempt.failure}
                    </span>
                  ),
                ],
                [words.fact.started, <TimeText key="t" at={attempt.startedAt} zone={zone} style="dateTime" />],
                [words.fact.version, words.version(number(language, attempt.version))],
              ]}
            />
            {attempt.status === 'UNKNOWN' && <Nobody say={words.nobody.attempt} zone={zone} />}
            {intent && (
              <section className="evidence-part">
                <h3>{words.fact.intent}</h3>
                <IntentFacts intent={intent} zone={zone} />
              </section>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
