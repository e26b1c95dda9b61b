import type { CombinedError } from '@urql/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useFeed } from '../../api/useFeed'
import { GuestDayChanged, readDay } from './asked'
import type { Place } from './times'

interface DayRead {
  /** Undefined until the day was read for the first time. */
  places: readonly Place[] | undefined
  error: CombinedError | undefined
  again: () => void
}

/** A busy venue changes many times a second; a guest's phone reads the day again at most this often. */
const apart = 800
/** Changes that belong together, such as a move, come together. */
const gather = 120

/** A day's places for a party, read again whenever the server says that something changed. */
export function useDay(venueId: string, day: string, party: number): DayRead {
  const key = `${venueId} ${day} ${party}`
  const [read, setRead] = useState<{ key: string; places?: readonly Place[]; error?: CombinedError }>({ key: '' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wanted = useRef(key)
  const lastAt = useRef(0)
  wanted.current = key
  const now = useCallback(async () => {
    lastAt.current = performance.now()
    try {
      const places = await readDay(venueId, day, party)
      if (wanted.current === key) setRead({ key, places })
    } catch (error) {
      // What was read before stays in sight; the line's own badge says that it may be old.
      if (wanted.current === key) setRead((before) => (before.key === key && before.places ? before : { key, error: error as CombinedError }))
    }
  }, [venueId, day, party, key])
  const soon = useCallback(() => {
    if (timer.current !== undefined) return
    const wait = Math.max(gather, lastAt.current + apart - performance.now())
    timer.current = setTimeout(() => {
      timer.current = undefined
      void now()
    }, wait)
  }, [now])
  useEffect(() => {
    void now()
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [now])
  useFeed(GuestDayChanged, { venueId, date: day }, { onReload: soon, onChange: soon })
  const mine = read.key === key ? read : undefined
  return { places: mine?.places, error: mine?.error, again: () => void now() }
}
