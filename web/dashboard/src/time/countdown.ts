import { useEffect, useState } from 'react'
import { clockIsKnown, onClock, serverNow } from '../api/clock'

interface Countdown {
  /** Milliseconds left by the server's clock, 0 once it is over. */
  left: number
  /** The time is up. The server still has the last word on what that means. */
  over: boolean
  /** The server's clock has not been heard yet. */
  unsure: boolean
}

const read = (until: number): Countdown => {
  const left = Math.max(0, until - serverNow())
  return { left, over: left === 0, unsure: !clockIsKnown() }
}

/** Counts down to an instant by the server's clock, once a second. Null counts nothing. */
export function useCountdown(until: string | null | undefined): Countdown | null {
  const end = until ? Date.parse(until) : null
  const [now, setNow] = useState<(Countdown & { end: number }) | null>(null)
  useEffect(() => {
    if (end === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      clearTimeout(timer)
      const next = read(end)
      setNow({ ...next, end })
      // Wakes just after the shown second changes, so that no second is shown twice or skipped.
      if (!next.over) timer = setTimeout(tick, (next.left % 1000) + 20)
    }
    tick()
    const off = onClock(tick)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      off()
      document.removeEventListener('visibilitychange', tick)
    }
  }, [end])
  if (end === null) return null
  return now?.end === end ? now : read(end)
}

/** Milliseconds before the end at which it is said aloud. */
const announceAt = [5 * 60_000, 60_000, 30_000] as const

/** Which announcement falls due between two moments; undefined for none. */
export const announcementBetween = (before: number, now: number): number | undefined => announceAt.findLast((mark) => before > mark && now <= mark)

/** The server's time, once a second or as often as asked. */
export function useServerNow(everyMs = 1_000): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    const off = onClock(() => setNow(serverNow()))
    return () => {
      clearInterval(timer)
      off()
    }
  }, [everyMs])
  return now
}
