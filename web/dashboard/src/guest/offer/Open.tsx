import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Command } from '../../commands/useCommand'
import { CountdownRing } from '../../components/CountdownRing'
import type { ConfirmOfferInput, DeclineOfferInput, GuestConfirmOfferMutation, GuestDeclineOfferMutation } from '../../gql/guest/graphql'
import { useLanguage } from '../../messages/language'
import { useCountdown } from '../../time/countdown'
import { formatTime, zoneName } from '../../time/format'
import { Summary } from '../booking/Summary'
import type { OfferRead } from '../OfferPage'
import { Head } from '../page/Head'
import { Said } from '../page/Said'
import { beganAt } from '../terms/terms'
import { useGuestWords } from '../words'
import { Decline, type Reason } from './Decline'

interface Props {
  offer: OfferRead
  accept: Command<Omit<ConfirmOfferInput, 'idempotencyKey'>, GuestConfirmOfferMutation['confirmOffer']>
  decline: Command<Omit<DeclineOfferInput, 'idempotencyKey'>, GuestDeclineOfferMutation['declineOffer']>
  reload: () => void
}

/** One card, a ring, two buttons, and what happens if nothing is pressed. */
export function Open({ offer, accept, decline, reload }: Props) {
  const words = useGuestWords().offer
  const language = useLanguage()
  const [declining, setDeclining] = useState(false)
  const { entry, slots, expiresAt } = offer
  const zone = entry.venue.timeZone
  const time = useCountdown(expiresAt)
  const closed = !!time?.over || accept.busy || !!offer.intent
  const input = { offerId: offer.id, expectedVersion: offer.version }
  const first = slots[0]
  return (
    <Stack gap="lg" data-testid="offer">
      <div className="ring-head">
        {!offer.intent && <CountdownRing until={expiresAt} from={beganAt(expiresAt, offer.selection.policyVersion.rules.offerTtl)} size={96} label={words.label(first ? formatTime(first.startsAt, zone, language) : '')} onOver={reload} />}
        <div>
          <Head>{words.title}</Head>
          {!offer.intent && <Text data-testid="if-nothing">{words.ifNothing(formatTime(expiresAt, zone, language), zoneName(zone, expiresAt, language))}</Text>}
        </div>
      </div>
      <Summary venue={entry.venue} slots={slots} partySize={entry.partySize} />
      <Said of={[accept, decline]} followed={!!offer.intent} />
      {!offer.intent && (
        <div className="steps">
          <Button size="lg" fullWidth disabled={closed} loading={accept.state.phase === 'open' && accept.state.mine} onClick={() => void accept.run({ ...input, confirmationSource: 'CUSTOMER' }, offer)} data-testid="accept">
            {words.accept}
          </Button>
          <Button variant="default" size="lg" fullWidth disabled={closed} onClick={() => setDeclining(true)} data-testid="decline">{words.decline}</Button>
        </div>
      )}
      {declining && (
        <Decline
          onNo={() => setDeclining(false)}
          onYes={(reasonCode: Reason) => {
            setDeclining(false)
            void decline.run({ ...input, reasonCode }, offer)
          }}
        />
      )}
    </Stack>
  )
}
