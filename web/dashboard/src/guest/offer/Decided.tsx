import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { useWords } from '../../messages/words'
import { formatTime, zoneName } from '../../time/format'
import { Summary } from '../booking/Summary'
import { Alternatives } from '../find/Alternatives'
import type { OfferRead } from '../OfferPage'
import { Head } from '../page/Head'
import { Said } from '../page/Said'
import { useGuestWords } from '../words'

/** What became of an offer, in kind words: what happened, whether one still waits, and what else there is. */
export function Decided({ offer, said }: { offer: OfferRead; said: readonly unknown[] }) {
  const words = useGuestWords()
  const enums = useWords(enumWords)
  const language = useLanguage()
  const { entry, slots, decision, expiresAt } = offer
  const { venue } = entry
  const zone = venue.timeZone
  const status = offer.status === 'OFFERED' ? 'EXPIRED' : offer.status // its time is up by the server's clock; the server says so as soon as it is asked
  const [title, text] =
    status === 'ACCEPTED' ? [words.offer.accepted, words.offer.acceptedText]
    : status === 'DECLINED' ? [words.offer.declined, words.offer.declinedText]
    : status === 'EXPIRED' ? [words.offer.expired, words.offer.expiredText(formatTime(expiresAt, zone, language), zoneName(zone, expiresAt, language))]
    : [words.offer.withdrawn, words.offer.withdrawnText]
  // Whoever decided it in this window knows; what the venue or an agent decided is said.
  const byWhom =
    status === 'ACCEPTED' && decision.source && decision.source !== 'CUSTOMER' ? words.offer.acceptedBy(enums.confirmationSource[decision.source])
    : status === 'DECLINED' && decision.reasonCode && decision.reasonCode !== 'CUSTOMER_DECLINED' ? words.offer.declinedBecause(enums.declineReason[decision.reasonCode])
    : ''
  const waits = entry.status === 'WAITING'
  const first = slots[0]
  return (
    <Stack gap="lg" data-testid="offer-decided" data-status={status}>
      <div role={status === 'EXPIRED' ? 'status' : undefined}>
        <Head>{title}</Head>
        <Text>{text} {byWhom}</Text>
        {status !== 'ACCEPTED' && status !== 'DECLINED' && (
          <Text>{waits ? (entry.position ? words.offer.kept(words.line.place(entry.position)) : words.offer.keptPlain) : status === 'EXPIRED' && entry.status === 'EXPIRED' ? words.offer.notKept : ''}</Text>
        )}
      </div>
      <Said of={said} followed={status === 'ACCEPTED'} />
      <Summary venue={venue} slots={slots} partySize={entry.partySize} over={status !== 'ACCEPTED'} />
      {status === 'ACCEPTED' && decision.reservation && (
        <Anchor className="go" renderRoot={(props) => <Link to="/reservation/$id" params={{ id: decision.reservation!.id }} {...props} />}>{words.line.see}</Anchor>
      )}
      {waits && <Anchor className="go" renderRoot={(props) => <Link to="/waiting/$id" params={{ id: entry.id }} {...props} />}>{words.offer.toLine}</Anchor>}
      {status !== 'ACCEPTED' && first && <Alternatives venue={venue} wish={first.startsAt} party={entry.partySize} />}
    </Stack>
  )
}
