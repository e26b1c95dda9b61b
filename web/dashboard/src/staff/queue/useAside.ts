import { useEffect, useState } from 'react'
import { serverNow } from '../../api/clock'
import { asideUntil, firstBack, isAside, type Snoozed } from './snoozed'
import type { Item } from './useActionQueue'

const place = (venueId: string) => `slotq.aside.${venueId}`

function read(venueId: string): Snoozed {
  try {
    return (JSON.parse(sessionStorage.getItem(place(venueId)) ?? '{}') as Snoozed | null) ?? {}
  } catch {
    return {}
  }
}

/** What this page has put aside for a while. It comes back by itself, and a reload does not lose it. */
export function useAside(venueId: string) {
  const [snoozed, set] = useState(() => read(venueId))
  const [, wake] = useState(0)
  useEffect(() => set(read(venueId)), [venueId])
  const back = firstBack(snoozed, serverNow())
  useEffect(() => {
    if (back === undefined) return
    const timer = setTimeout(() => wake((n) => n + 1), Math.max(50, back - serverNow() + 50))
    return () => clearTimeout(timer)
  }, [back])
  const keep = (next: Snoozed) => {
    sessionStorage.setItem(place(venueId), JSON.stringify(next))
    set(next)
  }
  return {
    isAside: (item: Item) => isAside(snoozed, item, serverNow()),
    until: (item: Item) => snoozed[item.id]?.until,
    /** Puts an item aside; until when, or undefined where it is too late for that. */
    put(item: Item): number | undefined {
      const until = asideUntil(item, serverNow())
      if (until !== undefined) keep({ ...snoozed, [item.id]: { until, version: item.version } })
      return until
    },
    bringBack: (item: Item) => keep(Object.fromEntries(Object.entries(snoozed).filter(([id]) => id !== item.id))),
  }
}
