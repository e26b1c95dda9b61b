import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { useCommand } from '../../commands/useCommand'
import { cancelReasonValues, type CancelReason, type CorrectedStatus, type ReservationStatus } from '../../gql/enums'
import type { ReservationCoreFragment } from '../../gql/staff/graphql'
import { enumWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { ActDialog } from './ActDialog'
import { CancelReservation, CorrectReservation } from './documents'
import { seatingFrom, type Actable } from './possible'
import { ReasonChoice, ReasonText } from './Reasons'
import { asAny } from './Results'
import { useGivenReason } from './useGivenReason'
import { useActWords } from './words'

export interface ReservationDialog {
  reservation: ReservationCoreFragment & Actable
  /** The version that was on the screen when the dialog was opened. */
  seen: number
  about: string
  close: () => void
}

export const hasMoved = (now: { version: number }, seen: number, busy: boolean): boolean => !busy && now.version !== seen

export function CancelDialog({ reservation, seen, about, close }: ReservationDialog) {
  const words = useActWords().dialog
  const say = useWords(enumWords).cancelReason
  const [reasonCode, choose] = useState<CancelReason>('CUSTOMER_REQUEST')
  const cancel = useCommand(CancelReservation, { target: reservation.id, about })
  return (
    <ActDialog
      {...words.cancel}
      tone="rust"
      command={asAny(cancel)}
      close={close}
      changed={hasMoved(reservation, seen, cancel.busy)}
      send={() => cancel.run({ reservationId: reservation.id, expectedVersion: seen, reasonCode }, reservation)}
    >
      <ReasonChoice label={words.reason} of={cancelReasonValues} value={reasonCode} choose={choose} say={say} />
    </ActDialog>
  )
}

/** As what a reservation may be made anew. */
const becoming = (status: ReservationStatus): readonly CorrectedStatus[] => (status === 'CHECKED_IN' ? ['CONFIRMED'] : ['CHECKED_IN', 'CONFIRMED'])

export function CorrectDialog({ reservation, seen, about, close }: ReservationDialog) {
  const words = useActWords().dialog
  const say = useWords(enumWords).correctedStatus
  const seating = seatingFrom(reservation)
  const [choices] = useState(() =>
    becoming(reservation.status).filter((becomes) => becomes !== 'CHECKED_IN' || seating === undefined || serverNow() >= seating),
  )
  const [becomes, choose] = useState<CorrectedStatus>(choices[0] ?? 'CONFIRMED')
  const reason = useGivenReason()
  const correct = useCommand(CorrectReservation, { target: reservation.id, about })
  const send = () => {
    const why = reason.given()
    return why === undefined ? undefined : correct.run({ reservationId: reservation.id, becomes, reason: why, expectedVersion: seen }, reservation)
  }
  return (
    <ActDialog {...words.correct} command={asAny(correct)} close={close} changed={hasMoved(reservation, seen, correct.busy)} send={send}>
      <Radio.Group label={words.correct.becomes} value={becomes} onChange={(next) => choose(next as CorrectedStatus)}>
        <Stack gap="xs" mt="xs">
          {choices.map((choice) => (
            <Radio key={choice} value={choice} label={say[choice]} />
          ))}
        </Stack>
      </Radio.Group>
      <ReasonText {...reason.field} placeholder={words.correct.placeholder} />
    </ActDialog>
  )
}
