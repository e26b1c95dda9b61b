import type { Language } from '../../messages/language'
import { formatLength, formatTime } from '../../time/format'
import type { Bar, FreeCell, Obstacle, Place, Span } from './kinds'
import { startOf } from './bars'
import type { Target } from './targets'
import type { TimelineWords } from './words'

/** What names are made with. */
export interface Tongue {
  language: Language
  words: TimelineWords
  zone: string
  party: (n: number) => string
  problem: (code: string) => string
}

/** The time of the venue's clock; where the hour comes twice on this day, the second one says so. */
export function clockText(at: number, { zone, language, words }: Tongue): string {
  const text = formatTime(at, zone, language)
  const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const earlier = clock.toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'earlier' }).epochMilliseconds
  return earlier < at ? `${text} ${words.repeatedTime}` : text
}

export const spanText = (span: Span, tongue: Tongue): string => `${clockText(span.from, tongue)}–${clockText(span.until, tongue)}`

export const whereText = (place: Place | undefined, span: Span, tongue: Tongue): string => `${place?.name ?? ''}, ${spanText(span, tongue)}`

/** The bar as a screen reader says it. */
export function barName(bar: Bar, place: Place, now: number, tongue: Tongue): string {
  const { words, language } = tongue
  const { booking } = bar
  const state = booking.status === 'NO_SHOW' ? words.noShow : words.look[bar.look]
  return [
    booking.name,
    tongue.party(booking.partySize),
    spanText(bar, tongue),
    place.name,
    state,
    bar.look === 'hold' && booking.requested && words.requested,
    booking.expiresAt !== null && words.heldName(Math.max(0, Math.floor((now - booking.createdAt) / 60_000))),
    bar.late && words.lateBy(formatLength(Math.max(0, now - startOf(booking)), language)),
    bar.conflict && words.conflict,
    bar.withdrawn && words.withdrawn,
    booking.overridden && words.overridden,
    booking.walkIn && words.walkIn,
    bar.open && words.open,
    booking.inHand && words.inHand,
  ].filter(Boolean).join(', ')
}

export const cellName = (cell: FreeCell, place: Place, tongue: Tongue): string =>
  place.kind === 'POOLED' ? tongue.words.freeShared(place.name, spanText(cell.slot, tongue), cell.slot.remaining) : tongue.words.free(place.name, spanText(cell.slot, tongue))

export const obstacleText = (obstacle: Obstacle, { words, problem }: Tongue): string => (obstacle === 'NO_SLOT' ? words.carry.noSlot : problem(obstacle))

/** What is to be said of a place for what is carried. */
export function verdictText(target: Target | null, sure: boolean, tongue: Tongue): string {
  const { carry } = tongue.words
  if (!target) return carry.nowhere
  if (target.home) return carry.home
  const [first] = target.obstacles
  return first ? obstacleText(first, tongue) : sure ? carry.fits : carry.maybe
}
