import { useEffect, useState } from 'react'
import { serverNow } from '../../api/clock'
import { addDays, dayOf } from '../../time/day'
import { readDay } from './asked'
import { nearest, type Time, timesOf } from './times'

/** Days around the wish that are looked at, the nearest first. */
const around = [0, 1, -1, 2, 3]

/** The three free times nearest to a wish: of the same day and, where that has too few, of the days around it. Undefined while they are looked for. */
export function useAlternatives(venueId: string, zone: string, wish: string, party: number): Time[] | undefined {
  const [found, setFound] = useState<Time[]>()
  useEffect(() => {
    let left = false
    setFound(undefined)
    const look = async () => {
      const now = serverNow()
      const day = dayOf(Math.max(Date.parse(wish), now), zone)
      const today = dayOf(now, zone)
      const all: Time[] = []
      for (const days of around) {
        const at = addDays(day, days)
        if (at < today) continue
        all.push(...timesOf(await readDay(venueId, at, party), party, now))
        if (nearest(all, wish).length >= 3) break
      }
      if (!left) setFound(nearest(all, wish))
    }
    look().catch(() => {
      if (!left) setFound([])
    })
    return () => {
      left = true
    }
  }, [venueId, zone, wish, party])
  return found
}
