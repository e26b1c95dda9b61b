import type { Page } from '@playwright/test'

// What is measured, within the page itself: the time from frame to frame, tasks that hold it up, how long a press of a key or a move of the
// pointer takes to be seen, and how old a change is when it reaches the page.

export interface Reading {
  seconds: number
  /** Milliseconds from each frame to the next. */
  frames: number[]
  /** Tasks of more than 50 ms. */
  longTasks: number[]
  keys: number[]
  moves: number[]
  /** Events of each root that came in. */
  events: Record<string, number>
  /** Milliseconds from when something happened, by the server, until its event was in the page. */
  ages: number[]
  /** Seconds of processor time that the page's main thread took, all in all and for scripts, styles and layout. */
  processor: { all: number; script: number; style: number; layout: number }
}

/** Must be laid before the page is opened. */
export async function layGauge(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const empty = () => ({ frames: [] as number[], longTasks: [] as number[], keys: [] as number[], moves: [] as number[], events: {} as Record<string, number>, ages: [] as number[] })
    const gauge = { on: false, began: 0, ...empty() }
    Object.assign(window, { gauge })
    let last = 0
    const frame = (now: number) => {
      if (gauge.on && last) gauge.frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    new PerformanceObserver((list) => {
      if (gauge.on) for (const entry of list.getEntries()) gauge.longTasks.push(entry.duration)
    }).observe({ type: 'longtask' })
    // Seen: the first task after the frame in which it was handled.
    const seen = (into: 'keys' | 'moves') => (event: Event) => {
      if (!gauge.on) return
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => gauge[into].push(performance.now() - event.timeStamp)
        channel.port2.postMessage(0)
      })
    }
    addEventListener('keydown', seen('keys'), true)
    addEventListener('pointermove', seen('moves'), true)
    const Real = window.WebSocket
    const sockets: WebSocket[] = []
    Object.assign(window, { sockets })
    window.WebSocket = class extends Real {
      constructor(...how: ConstructorParameters<typeof Real>) {
        super(...how)
        sockets.push(this)
        this.addEventListener('message', ({ data }) => {
          if (!gauge.on || typeof data !== 'string') return
          const root = /"(\w+Changed)":/.exec(data)?.[1]
          if (!root) return
          gauge.events[root] = (gauge.events[root] ?? 0) + 1
          const at = /"occurredAt":"([^"]+)"/.exec(data)?.[1]
          if (at) gauge.ages.push(Date.now() - Date.parse(at))
        })
      }
    }
    Object.assign(gauge, { start: () => Object.assign(gauge, empty(), { on: true, began: performance.now() }) })
  })
}

type Gauged = { gauge: Omit<Reading, 'processor'> & { on: boolean; began: number; start(): void } }

/** Begins to measure; what it returns ends it and gives the reading. */
export async function begin(page: Page): Promise<() => Promise<Reading>> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await tools.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
    return { all: of('TaskDuration'), script: of('ScriptDuration'), style: of('RecalcStyleDuration'), layout: of('LayoutDuration') }
  }
  const before = await spent()
  await page.evaluate(() => (window as unknown as Gauged).gauge.start())
  return async () => {
    const reading = await page.evaluate(() => {
      const { gauge } = window as unknown as Gauged
      gauge.on = false
      const { frames, longTasks, keys, moves, events, ages } = gauge
      return { seconds: (performance.now() - gauge.began) / 1000, frames, longTasks, keys, moves, events, ages }
    })
    const after = await spent()
    await tools.detach()
    return { ...reading, processor: { all: after.all - before.all, script: after.script - before.script, style: after.style - before.style, layout: after.layout - before.layout } }
  }
}

export function quantile(values: readonly number[], share: number): number {
  const order = values.toSorted((a, b) => a - b)
  return order[Math.min(order.length - 1, Math.floor(order.length * share))] ?? Number.NaN
}
