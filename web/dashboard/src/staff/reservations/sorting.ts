import { startOf } from '../../fragments/slots'
import type { ReservationStatus } from '../../gql/enums'
import { naturally } from '../../messages/order'
import { isLate, type Actable } from '../acts/possible'

/** What is needed of a reservation to find and place it in the day's list. */
export interface Listed extends Actable {
  id: string
  partySize: number
  requestedAt?: string | null
  customer: { name: string; phone?: string | null; email?: string | null }
  slots: readonly { startsAt: string; endsAt: string; resource: { id: string; name: string } }[]
}

export const showings = ['all', 'expected', 'late', 'seated', 'held', 'requested', 'over'] as const
export type Showing = (typeof showings)[number]
export const isShowing = (text: string | undefined): text is Showing => (showings as readonly string[]).includes(text ?? '')

const over: readonly ReservationStatus[] = ['COMPLETED', 'CANCELLED', 'NO_SHOW', 'EXPIRED']

/** Whether a reservation belongs to a part of the list, as time stands. */
export function belongsTo(r: Listed, showing: Showing, now: number): boolean {
  switch (showing) {
    case 'all':
      return true
    case 'expected':
      return r.status === 'CONFIRMED' && !isLate(r, now)
    case 'late':
      return isLate(r, now)
    case 'seated':
      return r.status === 'CHECKED_IN'
    case 'held':
      return r.status === 'HELD' && !r.requestedAt
    case 'requested':
      return r.status === 'HELD' && !!r.requestedAt
    case 'over':
      return over.includes(r.status)
  }
}

const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase()

/** Whether a search fits: part of the name or address, or the end of the telephone number. */
export function fits(r: Listed, search: string): boolean {
  const wanted = plain(search).trim()
  if (!wanted) return true
  if (plain(r.customer.name).includes(wanted) || plain(r.customer.email ?? '').includes(wanted)) return true
  const digits = wanted.replace(/[\s-]/g, '')
  return /^\d{2,}$/.test(digits) && (r.customer.phone ?? '').replace(/\D/g, '').endsWith(digits)
}

/** By start, then by place as people count them. */
export function inOrder<R extends Listed>(all: Iterable<R>): R[] {
  return [...all].sort(
    (a, b) => startOf(a.slots) - startOf(b.slots) || naturally(a.slots[0]?.resource.name ?? '', b.slots[0]?.resource.name ?? '') || (a.id < b.id ? -1 : 1),
  )
}

export interface Hour<R> {
  /** The first instant of the hour, in milliseconds. */
  at: number
  /** It is the second hour of this name on this day. */
  repeated: boolean
  rows: R[]
}

/** Rows under the hours of the venue's clock in which they start. Hours without any are left out; a repeated hour is another hour. */
export function byHour<R extends Listed>(rows: readonly R[], zone: string): Hour<R>[] {
  const hours: Hour<R>[] = []
  const names = new Map<string, number>()
  for (const row of rows) {
    const local = Temporal.Instant.fromEpochMilliseconds(startOf(row.slots)).toZonedDateTimeISO(zone)
    const at = startOf(row.slots) - (local.minute * 60 + local.second) * 1000 - local.millisecond
    const last = hours.at(-1)
    if (last?.at === at) {
      last.rows.push(row)
      continue
    }
    const name = `${local.toPlainDate().toString()} ${local.hour}`
    const before = names.get(name)
    names.set(name, before ?? at)
    hours.push({ at, repeated: before !== undefined && before !== at, rows: [row] })
  }
  return hours
}
