// The server's time on a monotonic base: a device clock that is wrong, or jumps, moves no countdown.

interface Sample {
  /** What the server said, in milliseconds of the epoch. */
  server: number
  /** performance.now() in the middle of the question that it answered. */
  at: number
  /** How long question and answer took; half of it is the most that the sample can be wrong by. */
  took: number
}

let best: Sample | undefined
const listeners = new Set<() => void>()
const keepFor = 60_000

/** Takes a sample unless a better one is less than a minute old. */
export function noteServerTime(iso: string, askedAt: number, heardAt: number): void {
  const took = Math.max(0, heardAt - askedAt)
  const server = Date.parse(iso)
  if (!Number.isFinite(server)) return
  if (best && took > best.took * 1.5 && heardAt - best.at < keepFor) return
  best = { server, at: askedAt + took / 2, took }
  for (const listener of listeners) listener()
}

/** The instant of now by the server's clock, in milliseconds; by the device's as long as the server has not been heard. */
export const serverNow = (): number => (best ? best.server + (performance.now() - best.at) : Date.now())

/** Whether the server has told the time yet. Until then a deadline may be shown, but not counted down to. */
export const clockIsKnown = (): boolean => best !== undefined

export function onClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function forgetClock(): void {
  best = undefined
}

/** Asks for the time now, whenever the page is shown again or the network is back, and every five minutes. */
export function keepTime(ask: () => Promise<string | undefined>): () => void {
  const sync = async () => {
    const askedAt = performance.now()
    const said = await ask().catch(() => undefined)
    if (said) noteServerTime(said, askedAt, performance.now())
  }
  const shown = () => {
    if (document.visibilityState === 'visible') void sync()
  }
  void sync()
  const timer = setInterval(shown, 5 * 60_000)
  document.addEventListener('visibilitychange', shown)
  addEventListener('online', shown)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', shown)
    removeEventListener('online', shown)
  }
}
