import type { ProblemCode } from '../../gql/enums'
import type { Place, Time } from './times'

/**
 * Why a day has nothing to take. `closed`: no slots at all. `notYet`: the venue lays its days out later. `past`: gone by, or all of today's times are.
 * `full`: taken, one can wait. The rest as the venue's rules say.
 */
export type Nothing = 'past' | 'notYet' | 'closed' | 'full' | 'tooLarge' | 'tooSmall' | 'paused' | 'walkIn' | 'outside'

const causes: [Nothing, ProblemCode[]][] = [
  ['tooLarge', ['PARTY_TOO_LARGE']],
  ['tooSmall', ['PARTY_TOO_SMALL']],
  ['paused', ['RESOURCE_CLOSED']],
  ['walkIn', ['WALK_IN_ONLY']],
  ['outside', ['OUTSIDE_BOOKING_WINDOW']],
  ['full', ['SLOT_OCCUPIED', 'CAPACITY_EXCEEDED', 'PACING_EXCEEDED']],
]

export interface Day {
  places: readonly Place[]
  times: readonly Time[]
  /** Civil dates compare as text. */
  day: string
  today: string
  /** The last date for which there may be slots. */
  lastLaidOut: string
  now: number
}

/** Why nothing can be taken on a day; undefined where something can. The reason that holds for most of its places is told. */
export function nothingOn({ places, times, day, today, lastLaidOut, now }: Day): Nothing | undefined {
  if (times.some((time) => time.state !== 'full')) return undefined
  if (times.length > 0) return 'full'
  if (day < today) return 'past'
  if (places.length === 0) return day > lastLaidOut ? 'notYet' : 'closed'
  const ahead = places.filter((place) => Date.parse(place.startsAt) > now)
  if (ahead.length === 0) return 'past'
  let most: [Nothing, number] = ['closed', 0]
  for (const [cause, codes] of causes) {
    const n = ahead.filter((place) => codes.includes(place.blockers[0]!)).length
    if (n > most[1]) most = [cause, n]
  }
  // A party that is too small for the large tables and too large for the small ones suits none: the size is what can be changed.
  return most[0]
}
