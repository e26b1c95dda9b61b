import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { serverNow } from '../../api/clock'
import { keep, recall } from '../../api/keys'
import { addDays, dayOf } from '../../time/day'

// What a guest looks for stands in the address, so that it survives a reload and can be sent to a friend.

export interface Wish {
  day: string
  party: number
  /** Id of an area or a resource; undefined is any. */
  place: string | undefined
  /** Start of the time that is open, and its end where two begin alike. */
  at: string | undefined
  until: string | undefined
  /** Id of the reservation that is being changed. */
  instead: string | undefined
}

const lastParty = 'slotq.party'
const isDay = /^\d{4}-\d\d-\d\d$/

const keptParty = (): number => Number(recall(lastParty)) || 2

export interface Bounds {
  minParty: number
  maxParty: number
  today: string
  lastDay: string
}

/** How far and for whom a venue can be booked. */
export function boundsOf(
  venue: { timeZone: string; layoutDays: number; resources: { nodes: readonly { active: boolean; walkInOnly: boolean; minParty: number; maxParty: number }[] } },
  now = serverNow(),
): Bounds {
  const open = venue.resources.nodes.filter((resource) => resource.active && !resource.walkInOnly)
  const today = dayOf(now, venue.timeZone)
  return {
    minParty: open.length ? Math.min(...open.map((r) => r.minParty)) : 1,
    maxParty: open.length ? Math.max(...open.map((r) => r.maxParty)) : 1,
    today,
    lastDay: addDays(today, venue.layoutDays),
  }
}

const within = (n: number, low: number, high: number): number => Math.min(high, Math.max(low, n))

/** The wish as the address has it, made possible where it is not, and how to change it. */
export function useWish({ minParty, maxParty, today, lastDay }: Bounds): [Wish, (change: Partial<Record<keyof Wish, string | number | undefined>>, how?: { push?: boolean }) => void] {
  const search = useSearch({ strict: false }) as Partial<Record<keyof Wish, string>>
  const navigate = useNavigate()
  const asked = search.day && isDay.test(search.day) ? search.day : today
  const wish: Wish = {
    day: asked < today ? today : asked > lastDay ? lastDay : asked,
    party: within(Math.trunc(Number(search.party)) || keptParty(), minParty, maxParty),
    place: search.place,
    at: search.at,
    until: search.until,
    instead: search.instead,
  }
  const change = useCallback(
    (next: Partial<Record<keyof Wish, string | number | undefined>>, { push = false }: { push?: boolean } = {}) => {
      if (next.party !== undefined) keep(lastParty, String(next.party))
      const search = (before: Record<string, unknown>) => {
        const all = { ...before, ...next }
        return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]))
      }
      void navigate({ to: '.', search, replace: !push, resetScroll: false })
    },
    [navigate],
  )
  return [wish, change]
}

/** The address of a time at a venue, where it is offered to be held. */
export const timeAt = (time: { startsAt: string; endsAt: string }, zone: string, party: number, instead?: string): Record<string, string> => ({
  day: dayOf(time.startsAt, zone), party: String(party), at: time.startsAt, until: time.endsAt, ...(instead ? { instead } : {}),
})
