import type { BrowserContext } from '@playwright/test'

/** Sets the clock of a device wrong by so many milliseconds, for pages that are opened from now on. Timers run as they did. */
export async function setDeviceClock(context: BrowserContext, offBy: number): Promise<void> {
  await context.addInitScript((ms) => {
    const Real = Date
    class Wrong extends Real {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(Real.now() + ms)
        else super(...(given as [number]))
      }
      static override now(): number {
        return Real.now() + ms
      }
    }
    globalThis.Date = Wrong as DateConstructor
    const now = (globalThis as unknown as { Temporal?: { Now: Record<string, (...given: unknown[]) => { add(span: { milliseconds: number }): unknown }> } }).Temporal?.Now
    for (const name of ['instant', 'zonedDateTimeISO', 'plainDateTimeISO'] as const) {
      const real = now?.[name]?.bind(now)
      if (now && real) Object.defineProperty(now, name, { value: (...given: unknown[]) => real(...given).add({ milliseconds: ms }) })
    }
  }, offBy)
}
