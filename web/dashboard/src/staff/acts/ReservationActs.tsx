import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../commands/useCommand'
import { TimeText } from '../../components/TimeText'
import { placesOf } from '../../fragments/slots'
import type { ReservationRowFragment } from '../../gql/staff/graphql'
import { useMay } from '../../shell/Viewer'
import { useServerNow } from '../../time/countdown'
import { KeyButton } from '../keyboard/KeyButton'
import { CancelReservation, CheckIn, Complete, ConfirmReservation, CorrectReservation, ExtendHold, MarkNoShow, MoveReservation } from './documents'
import { MoveDialog } from './MoveDialog'
import { correctable, possibleActs, type ReservationAct, seatingFrom, waitedForUntil } from './possible'
import { CancelDialog, CorrectDialog } from './ReservationDialogs'
import { asAny, Results } from './Results'
import { useActWords } from './words'

/** What a reservation is called in lists of commands. */
export const aboutReservation = (r: { customer: { name: string }; slots: readonly { resource: { name: string } }[] }): string =>
  `${r.customer.name} · ${placesOf(r.slots)}`

/** Each act's key, where a screen has keys. */
const hotkey: Partial<Record<ReservationAct, string>> = {
  confirmReservation: 'c',
  checkInReservation: 'c',
  completeReservation: 'f',
  markNoShow: 'n',
  moveReservation: 'm',
  cancelReservation: 'd',
  extendHold: 'e',
  correctReservation: 'r',
}

/** Everything that staff can do with a reservation as it stands now, and how the last of it ended. */
export function ReservationActs({ reservation }: { reservation: ReservationRowFragment }) {
  const words = useActWords()
  const now = useServerNow(5_000)
  const mayCorrect = useMay('reservation:correct')
  const about = aboutReservation(reservation)
  const options = { target: reservation.id, about }
  const confirm = useCommand(ConfirmReservation, options)
  const extend = useCommand(ExtendHold, options)
  const checkIn = useCommand(CheckIn, options)
  const complete = useCommand(Complete, options)
  const noShow = useCommand(MarkNoShow, options)
  const cancel = useCommand(CancelReservation, options)
  const move = useCommand(MoveReservation, options)
  const correct = useCommand(CorrectReservation, options)
  const [asking, ask] = useState<{ for: ReservationAct; seen: number }>()
  const possible = possibleActs(reservation, now)
  const input = { reservationId: reservation.id, expectedVersion: reservation.version }
  const dialog = (act: ReservationAct) => () => ask({ for: act, seen: reservation.version })
  const deeds: Record<ReservationAct, { label: string; go: () => void; variant?: string; color?: string }> = {
    confirmReservation: { label: words.button.confirm, go: () => void confirm.run(input, reservation) },
    checkInReservation: { label: words.button.checkIn, go: () => void checkIn.run(input, reservation) },
    completeReservation: { label: words.button.complete, go: () => void complete.run(input, reservation) },
    markNoShow: { label: words.button.noShow, go: () => void noShow.run(input, reservation), variant: 'outline', color: 'rust' },
    extendHold: { label: words.button.extend, go: () => void extend.run(input, reservation), variant: 'outline' },
    moveReservation: { label: words.button.move, go: dialog('moveReservation'), variant: 'outline', color: 'slate' },
    cancelReservation: { label: words.button.cancel, go: dialog('cancelReservation'), variant: 'outline', color: 'rust' },
    correctReservation: { label: words.button.correct, go: dialog('correctReservation'), variant: 'outline', color: 'slate' },
  }
  const shown = mayCorrect && correctable(reservation, now) ? [...possible, 'correctReservation' as const] : possible
  const close = () => ask(undefined)
  return (
    <Stack gap="sm">
      {shown.length > 0 && (
        <Group gap="xs">
          {shown.map((act) => {
            const { label, go, ...look } = deeds[act]
            return (
              <KeyButton key={act} {...(hotkey[act] ? { hotkey: hotkey[act] } : {})} {...look} disabled={confirm.busy} onClick={go}>
                {label}
              </KeyButton>
            )
          })}
        </Group>
      )}
      <NotYet reservation={reservation} possible={possible} now={now} />
      <Results of={[confirm, extend, checkIn, complete, noShow, cancel, move, correct].map(asAny)} />
      {asking?.for === 'cancelReservation' && <CancelDialog reservation={reservation} seen={asking.seen} about={about} close={close} />}
      {asking?.for === 'moveReservation' && <MoveDialog reservation={reservation} seen={asking.seen} about={about} close={close} />}
      {asking?.for === 'correctReservation' && <CorrectDialog reservation={reservation} seen={asking.seen} about={about} close={close} />}
    </Stack>
  )
}

/** What time will open, and when: nobody has to try. */
function NotYet({ reservation, possible, now }: { reservation: ReservationRowFragment; possible: readonly ReservationAct[]; now: number }) {
  const words = useActWords().notYet
  const { timeZone: zone } = reservation.venue
  if (reservation.status !== 'CONFIRMED' || reservation.intent) return null
  const seating = seatingFrom(reservation)
  const waited = waitedForUntil(reservation)
  const line = (say: (time: string) => string, at: number) => {
    const [before, after] = say('\u0000').split('\u0000')
    return (
      <>
        {before}
        <TimeText at={at} zone={zone} style="dateTime" />
        {after}
      </>
    )
  }
  const soon = seating !== undefined && !possible.includes('checkInReservation') && seating > now ? line(words.checkIn, seating) : undefined
  const later = waited !== undefined && !soon && !possible.includes('markNoShow') && waited > now ? line(words.noShow, waited) : undefined
  return soon || later ? (
    <Text size="xs" c="dimmed">
      {soon ?? later}
    </Text>
  ) : null
}
