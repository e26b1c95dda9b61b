import { useQuery } from 'urql'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Loaded, NotFound } from '../../components/states'
import { StatusBadge } from '../../components/StatusBadge'
import { SpanText, TimeText } from '../../components/TimeText'
import { placesOf, spanOf } from '../../fragments/slots'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { OfferActs } from '../acts/OfferActs'
import { useActWords } from '../acts/words'
import { HistoryList } from '../history/HistoryList'
import { useStamped } from '../history/useStamped'
import { Contact } from './Contact'
import { OfferEvidence } from './documents'
import type { CaseProps } from './Evidence'
import { ActsOfNow } from './ActsOfNow'
import { Facts } from './Facts'
import { Nobody } from './Nobody'
import { SelectionRecord } from './SelectionRecord'
import { useQueueWords } from './words'

/** What is known of an offer: to whom, for what, until when, why to them, whether they were told, and what comes if nobody acts. */
export function OfferCase({ item, zone, venue, stamp }: CaseProps) {
  const words = useQueueWords()
  const acts = useActWords()
  const enums = useWords(enumWords)
  const language = useLanguage()
  const [answer, again] = useQuery({ query: OfferEvidence, variables: { id: item.subject.id }, context: useStamped(stamp) })
  return (
    <Loaded of={answer} retry={again}>
      {({ offer }) => {
        if (!offer) return <NotFound />
        const { entry, selection } = offer
        const open = offer.status === 'OFFERED'
        const requeues = selection.policyVersion.rules.onOfferLapse === 'REQUEUE_AT_END'
        return (
          <>
            <ActsOfNow behind={answer.stale || answer.fetching}>
              <OfferActs offer={offer} />
            </ActsOfNow>
            <Facts
              of={[
                [words.fact.state, <StatusBadge key="s" of="offerStatus" value={offer.status} />],
                [words.fact.contact, <Contact key="c" of={entry.customer} />],
                [words.fact.party, acts.party(entry.partySize)],
                [words.fact.place, placesOf(offer.slots)],
                [words.fact.time, <SpanText key="t" {...spanOf(offer.slots)!} zone={zone} />],
                [words.fact.range, <SpanText key="r" from={entry.from} to={entry.to} zone={zone} />],
                [words.fact.due, open && <TimeText key="d" at={offer.expiresAt} zone={zone} style="dateTime" />],
                [words.fact.delivery, <StatusBadge key="n" of="delivery" value={offer.deliveryState} />],
                [words.fact.version, words.version(number(language, offer.version))],
                [enums.offerDecision[offer.decision.state], !open && offer.decision.decidedBy],
              ]}
            />
            {open &&
              (offer.intent ? (
                <Nobody say={words.nobody.offerInHand} zone={zone} />
              ) : (
                <Nobody
                  say={item.kind === 'DELIVERY_FAILED' ? words.nobody.delivery : requeues ? words.nobody.offerRequeue : words.nobody.offerRemove}
                  at={offer.expiresAt}
                  zone={zone}
                />
              ))}
            <section className="evidence-part">
              <h3>{words.selection.title}</h3>
              <SelectionRecord of={selection} />
            </section>
            <section className="evidence-part">
              <h3>{acts.history.title}</h3>
              <HistoryList id={offer.id} stamp={offer.version} zone={zone} />
            </section>
            <Anchor renderRoot={(props) => <Link to="/v/$venue/waitlist" params={{ venue }} {...props} />} size="sm">
              {words.openWaitlist}
            </Anchor>
          </>
        )
      }}
    </Loaded>
  )
}
