import type { TimelineBookingFragment, TimelineSlotFragment, StaffTimelinePlacesQuery } from '../../gql/staff/graphql'
import type { Booking, PauseSpan, Place, Slot } from './kinds'

type Venue = NonNullable<StaffTimelinePlacesQuery['venue']>

export const placeOf = (r: Venue['resources']['nodes'][number]): Place => ({
  id: r.id, name: r.name, kind: r.kind, minParty: r.minParty, maxParty: r.maxParty, capacity: r.capacity, active: r.active, walkInOnly: r.walkInOnly,
  area: r.area ? { id: r.area.id, name: r.area.name } : null,
  joins: r.combines.map((part) => part.id),
})

export const pauseOf = (p: StaffTimelinePlacesQuery['pauses']['nodes'][number]): PauseSpan => ({
  from: Date.parse(p.from), until: Math.min(Date.parse(p.until), p.endedAt ? Date.parse(p.endedAt) : Infinity), placeId: p.resource?.id ?? null, reason: p.reason,
})

export const bookingOf = (r: TimelineBookingFragment): Booking => ({
  id: r.id, version: r.version, status: r.status, partySize: r.partySize, name: r.customer.name, createdAt: Date.parse(r.createdAt),
  expiresAt: r.status === 'HELD' && r.expiresAt ? Date.parse(r.expiresAt) : null,
  requested: r.status === 'HELD' && !!r.requestedAt, walkIn: r.walkIn, overridden: !!r.override, inHand: !!r.intent, commands: r.viewerCommands,
  slots: r.slots
    .map((s) => ({ id: s.id, placeId: s.resource.id, from: Date.parse(s.startsAt), until: Date.parse(s.endsAt), withdrawn: s.state === 'WITHDRAWN' }))
    .toSorted((a, b) => a.from - b.from),
})

export const slotOf = (s: TimelineSlotFragment): Slot => ({
  id: s.id, version: s.version, placeId: s.resource.id, from: Date.parse(s.startsAt), until: Date.parse(s.endsAt), capacity: s.capacity, remaining: s.remaining, state: s.state,
  walkInOnly: s.walkInOnly,
})
