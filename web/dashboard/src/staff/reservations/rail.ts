import type { ReservationStatus } from '../../gql/enums'

export interface Step {
  status: ReservationStatus
  /** When it came there, as far as that is known. */
  at: string | null
  reached: boolean
  /** It stands here now. */
  now: boolean
}

interface Deed {
  at: string
  operation: string
  outcome: string
  subjectId?: string | null
}

interface Past {
  id: string
  status: ReservationStatus
  createdAt: string
  updatedAt: string
}

/** What leads to each state: commands, and what the program does by itself. */
const leadsTo: Record<ReservationStatus, readonly string[]> = {
  HELD: [],
  CONFIRMED: [
    'confirmReservation',
    'confirmOffer',
    'bookSeries',
    'seatWalkIn',
    'correctReservation',
    'advanceIntent',
    'resolveAttempt',
    'confirmAction',
  ],
  CHECKED_IN: ['checkInReservation', 'seatWalkIn'],
  COMPLETED: ['completeReservation', 'correctReservation'],
  CANCELLED: ['cancelReservation', 'declineOffer', 'withdrawOffer', 'leaveWaitlist', 'cancelIntent', 'advanceIntent'],
  NO_SHOW: ['markNoShow', 'giveUp'],
  EXPIRED: ['lapseHold', 'noteLapses'],
}

const way: readonly ReservationStatus[] = ['HELD', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED']

/** The states of a reservation from its beginning to where it stands, with their times, and those that may still come. */
export function railOf(of: Past, history: readonly Deed[]): Step[] {
  const done = [...history].filter((deed) => deed.outcome === 'COMMITTED').sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const when = (status: ReservationStatus): string | null => {
    if (status === 'HELD') return of.createdAt
    const deed = done.filter((one) => leadsTo[status].includes(one.operation) && Date.parse(one.at) >= Date.parse(of.createdAt) - 1_000)
    return (status === of.status ? deed.at(-1)?.at : deed[0]?.at) ?? (status === of.status ? of.updatedAt : null)
  }
  const place = way.indexOf(of.status)
  const ended = place === -1
  const steps = ended
    ? [...way.filter((status) => status === 'HELD' || (status === 'CONFIRMED' && (of.status === 'NO_SHOW' || when(status) !== null))), of.status]
    : way
  return steps.map((status, i) => {
    const reached = ended || i <= place
    return { status, at: reached ? when(status) : null, reached, now: status === of.status }
  })
}
