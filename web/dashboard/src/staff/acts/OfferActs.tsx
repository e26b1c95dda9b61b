import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../commands/useCommand'
import { placesOf } from '../../fragments/slots'
import { declineReasonValues, type DeclineReason } from '../../gql/enums'
import type { OfferCoreFragment } from '../../gql/staff/graphql'
import { enumWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { KeyButton } from '../keyboard/KeyButton'
import { ActDialog } from './ActDialog'
import { ConfirmOffer, DeclineOffer, WithdrawOffer } from './documents'
import { ReasonChoice, ReasonText } from './Reasons'
import { asAny, Results } from './Results'
import { useGivenReason } from './useGivenReason'
import { useActWords } from './words'

/** What staff can do with an offer: a yes in person or by telephone, a no with its reason, and taking it back. */
export function OfferActs({ offer }: { offer: OfferCoreFragment }) {
  const words = useActWords()
  const about = `${offer.entry.customer.name} · ${placesOf(offer.slots)}`
  const confirm = useCommand(ConfirmOffer, { target: offer.id, about })
  const decline = useCommand(DeclineOffer, { target: offer.id, about })
  const withdraw = useCommand(WithdrawOffer, { target: offer.id, about })
  const [asking, ask] = useState<{ for: 'decline' | 'withdraw'; version: number }>()
  const open = offer.status === 'OFFERED' && !offer.intent
  const yes = (confirmationSource: 'FRONT_DESK' | 'PHONE') =>
    void confirm.run({ offerId: offer.id, expectedVersion: offer.version, confirmationSource }, offer)
  return (
    <Stack gap="sm">
      {open && (
        <Group gap="xs">
          <KeyButton hotkey="c" loading={confirm.busy} onClick={() => yes('FRONT_DESK')}>
            {words.button.inPerson}
          </KeyButton>
          <KeyButton hotkey="p" variant="outline" disabled={confirm.busy} onClick={() => yes('PHONE')}>
            {words.button.byPhone}
          </KeyButton>
          <KeyButton
            hotkey="d"
            variant="outline"
            color="rust"
            disabled={confirm.busy}
            onClick={() => ask({ for: 'decline', version: offer.version })}
          >
            {words.button.decline}
          </KeyButton>
          <KeyButton
            hotkey="x"
            variant="subtle"
            color="slate"
            disabled={confirm.busy}
            onClick={() => ask({ for: 'withdraw', version: offer.version })}
          >
            {words.button.withdraw}
          </KeyButton>
        </Group>
      )}
      <Results of={[asAny(confirm), asAny(decline), asAny(withdraw)]} />
      {asking?.for === 'decline' && <Decline offer={offer} seen={asking.version} about={about} close={() => ask(undefined)} />}
      {asking?.for === 'withdraw' && <Withdraw offer={offer} seen={asking.version} about={about} close={() => ask(undefined)} />}
    </Stack>
  )
}

interface Asked {
  offer: OfferCoreFragment
  /** The version that was on the screen when the dialog was opened. */
  seen: number
  about: string
  close: () => void
}

const moved = (offer: OfferCoreFragment, seen: number, busy: boolean): boolean => !busy && (offer.version !== seen || offer.status !== 'OFFERED')

function Decline({ offer, seen, about, close }: Asked) {
  const words = useActWords().dialog
  const say = useWords(enumWords).declineReason
  const [reasonCode, choose] = useState<DeclineReason>('CUSTOMER_DECLINED')
  const decline = useCommand(DeclineOffer, { target: offer.id, about })
  return (
    <ActDialog
      {...words.decline}
      tone="rust"
      command={asAny(decline)}
      close={close}
      changed={moved(offer, seen, decline.busy)}
      send={() => decline.run({ offerId: offer.id, expectedVersion: seen, reasonCode }, offer)}
    >
      <ReasonChoice label={words.reason} of={declineReasonValues} value={reasonCode} choose={choose} say={say} />
    </ActDialog>
  )
}

function Withdraw({ offer, seen, about, close }: Asked) {
  const words = useActWords().dialog
  const reason = useGivenReason()
  const withdraw = useCommand(WithdrawOffer, { target: offer.id, about })
  const send = () => {
    const why = reason.given()
    return why === undefined ? undefined : withdraw.run({ offerId: offer.id, expectedVersion: seen, reason: why }, offer)
  }
  return (
    <ActDialog {...words.withdraw} command={asAny(withdraw)} close={close} changed={moved(offer, seen, withdraw.busy)} send={send}>
      <ReasonText {...reason.field} />
    </ActDialog>
  )
}
