import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { useLanguage } from '../../messages/language'
import { formatTime } from '../../time/format'
import type { VenueToBook } from '../find/Find'
import type { Time } from '../find/times'
import { Sheet } from '../sheet/Sheet'
import { WaitForm } from '../waiting/WaitForm'
import { useGuestWords } from '../words'
import { GuestHoldSlot } from './commands'
import { HoldForm } from './HoldForm'
import { MoveForm } from './MoveForm'

interface Props {
  venue: VenueToBook
  party: number
  /** The time that is open; it changes under the eyes when somebody else is faster. */
  time: Time | undefined
  times: readonly Time[]
  place: string | undefined
  instead: string | undefined
  onTime: (time: Time) => void
  onClose: () => void
}

/** What to do with a time: hold it, change a booking to it, or wait for it. Also takes up a hold that was under way when the page was left. */
export function TimeSheet({ venue, party, time, times, place, instead, onTime, onClose }: Props) {
  const { wait, move } = useGuestWords()
  const language = useLanguage()
  const navigate = useNavigate()
  const hold = useCommand(GuestHoldSlot, { target: `hold ${venue.id}`, about: venue.name })
  const { state, dismiss } = hold
  // A hold that succeeded leads to it, whether the sheet was open or the result came after a reload.
  useEffect(() => {
    if (state.phase !== 'settled') return
    const { kind } = state.result.settled
    const id = state.result.entity?.id
    if ((kind !== 'done' && kind !== 'doneBefore') || !id) return
    dismiss()
    void navigate({ to: '/reservation/$id', params: { id }, replace: true })
  }, [state, dismiss, navigate])
  if (!time) return <CommandResult of={hold} quietWhenDone />
  const clock = formatTime(time.startsAt, venue.timeZone, language)
  if (instead && time.state !== 'full')
    return (
      <Sheet key="move" title={move.title} onClose={onClose}>
        <MoveForm venue={venue} id={instead} time={time} party={party} place={place} />
      </Sheet>
    )
  if (time.state === 'full')
    return (
      <Sheet key="wait" title={wait.title(clock)} onClose={onClose}>
        <CommandResult of={hold} quietWhenDone />
        <WaitForm venue={venue} party={party} time={time} times={times} place={place} instead={instead} onTime={onTime} />
      </Sheet>
    )
  return (
    <Sheet key="hold" title={venue.name} onClose={onClose}>
      <HoldForm key={time.startsAt} venue={venue} party={party} time={time} place={place} hold={hold} />
    </Sheet>
  )
}
