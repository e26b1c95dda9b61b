import { execSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Venue } from '../house/venue'
import { test } from '../window/test'
import { chart } from './chart'
import { fill, press } from './crowd'
import { begin, layGauge, quantile, type Reading } from './gauge'
import { inject, keepTemplates } from './inject'

const bookings = Number(process.env.BOOKINGS ?? 500)
const perSecond = Number(process.env.UPDATES ?? 200)
/** As many as two cores do beside the browser without being full; each is two or three events. */
const commands = Number(process.env.COMMANDS ?? 40)
const seconds = Number(process.env.MEASURE_SECONDS ?? 20)
const figures = process.env.FIGURES

interface Run {
  name: string
  updates: number
  reading: Reading
  load: number
}

/** Somebody works with the floor meanwhile: goes through it by arrow keys, and carries a booking across it. */
async function work(page: Page, ms: number): Promise<void> {
  const until = Date.now() + ms
  const keys = ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']
  await page.locator('.floor [data-key][tabindex="0"]').first().focus()
  for (let n = 0; Date.now() < until - ms / 2; n++) {
    await page.keyboard.press(keys[n % keys.length]!)
    await page.waitForTimeout(90)
  }
  const grid = await page.locator('.floor-scroll').boundingBox()
  const grip = await page.evaluate(() => {
    for (const bar of [...document.querySelectorAll('.bar[data-look="confirmed"]'), ...document.querySelectorAll('.bar')]) {
      const box = bar.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      if (document.elementFromPoint(x, y)?.closest('.bar') === bar) return { x, y } // not scrolled away, not beneath a name
    }
    return null
  })
  if (!grid || !grip) throw new Error('there is nothing to carry')
  const [left, top] = [grid.x + 260, grid.y + 80]
  await page.mouse.move(grip.x, grip.y)
  await page.mouse.down()
  for (let n = 0; Date.now() < until; n++) {
    await page.mouse.move(left + ((n * 9) % (grid.width - 420)), top + ((n * 5) % (grid.height - 190)))
    await page.waitForTimeout(24)
  }
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

const summary = ({ name, updates, reading, load }: Run) => {
  const { frames, longTasks, keys, moves, ages } = reading
  const three = (values: number[]) => [0.5, 0.95, 0.99].map((share) => quantile(values, share).toFixed(1)).join(' / ')
  return {
    phase: name, 'reservations changed a second': updates.toFixed(0), 'events a second': (Object.values(reading.events).reduce((sum, n) => sum + n, 0) / reading.seconds).toFixed(0),
    'frames a second': (frames.length / reading.seconds).toFixed(1), 'frame p50/p95/p99 ms': three(frames), 'longest frame ms': Math.max(...frames).toFixed(0),
    'long tasks': `${longTasks.length}, longest ${Math.max(0, ...longTasks).toFixed(0)} ms`, 'key to paint p50/p95/p99 ms': three(keys), 'pointer to paint p50/p95/p99 ms': three(moves),
    'main thread, share of a core': `${((100 * reading.processor.all) / reading.seconds).toFixed(0)} % (scripts ${((100 * reading.processor.script) / reading.seconds).toFixed(0)}, styles ${((100 * reading.processor.style) / reading.seconds).toFixed(0)}, layout ${((100 * reading.processor.layout) / reading.seconds).toFixed(0)})`,
    'age of an event p50/p95/p99 ms': three(ages), 'load of the machine': load.toFixed(1),
  }
}

test(`the floor with ${bookings} bookings and ${perSecond} updates a second`, async ({ venue, window, tenant }) => {
  const restaurant = tenant('hanok')
  const tables = Array.from({ length: 50 }, (_, n) => `Table ${n + 1}`)
  const house = await venue({ tables, slotLength: 'PT2H', rules: { holdTtl: 'PT30M', maxActiveReservationsPerCustomer: 1000 }, layoutDays: 3 })
  const date = house.date(1)
  const free = await fill(house, date, bookings)
  const clients = await Promise.all(Array.from({ length: 8 }, (_, n) => house.rival(`Crowd ${n + 1}`)))

  const { page } = await window({ person: 'staff', tenant: restaurant, viewport: { width: 1440, height: 900 }, straight: true })
  await layGauge(page)
  const known = await keepTemplates(page)
  const code = await codeOf(house)
  const opened = performance.now()
  await page.goto(`/v/${code}/timeline?day=${date}`)
  await page.locator('.bar').nth(bookings - 1).waitFor({ state: 'attached', timeout: 60_000 })
  const firstSight = performance.now() - opened
  await page.waitForTimeout(2_000)

  const runs: Run[] = []
  const measure = async (name: string, updates: () => number) => {
    console.log(`measuring: ${name}`)
    const end = await begin(page)
    await work(page, seconds * 1000)
    const reading = await end()
    runs.push({ name, updates: updates() / reading.seconds, reading, load: loadavg()[0]! })
  }

  await measure('nothing changes', () => 0)
  const crowd = press(clients, free, commands)
  await page.waitForTimeout(2_000)
  const before = crowd.count.done
  await measure(`${commands} commands a second of eight clients`, () => crowd.count.done - before)
  await crowd.stop()
  await page.waitForTimeout(1_500)
  const lost = await differences(page, house)

  // Events of reservations that are no longer changed by anybody: what the page does, without what the server does.
  const injecting = inject(page, known, perSecond, seconds + 1)
  await measure(`${perSecond} updates a second in the page’s socket`, () => 0)
  await injecting
  runs[2]!.updates = (runs[2]!.reading.events.reservationChanged ?? 0) / runs[2]!.reading.seconds

  const told = {
    machine: `${cpus().length} × ${cpus()[0]?.model}`, node: process.version, commit: git(), bookings: await page.locator('.bar').count(), 'first sight of all bars ms': firstSight.toFixed(0),
    'commands refused': crowd.count.refused, 'bookings that differ from the server’s afterwards': lost,
  }
  console.log(told)
  for (const run of runs) console.log(summary(run))
  if (figures) {
    writeFileSync(join(figures, 'dashboard.json'), JSON.stringify({ told, runs: runs.map(summary) }, null, 1) + '\n')
    writeFileSync(join(figures, 'dashboard.svg'), chart(runs.map(({ name, reading }) => ({ name, values: reading.frames }))))
  }
})

const git = () => process.env.COMMIT ?? execSync('git rev-parse --short HEAD', { cwd: import.meta.dirname }).toString().trim()

async function codeOf(house: Venue): Promise<string> {
  const { venue } = await house.staff.ask<{ venue: { code: string } }>('query($v: ID!) { venue(id: $v) { code } }', { v: house.id })
  return venue.code
}

/** Bookings that the page shows otherwise than the server has them: missing, too many, at another place. */
async function differences(page: Page, house: Venue): Promise<number> {
  type List = { reservations: { nodes: { id: string; slots: { resource: { id: string } }[] }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }
  const there = new Map<string, string>()
  for (let after: string | null = null; ; ) {
    const { reservations }: List = await house.staff.ask<List>(
      'query($v: ID!, $a: String) { reservations(venueId: $v, filter: { statuses: [HELD, CONFIRMED, CHECKED_IN] }, first: 100, after: $a) { nodes { id slots { resource { id } } } pageInfo { hasNextPage endCursor } } }',
      { v: house.id, a: after },
    )
    for (const one of reservations.nodes) there.set(one.id, one.slots[0]!.resource.id)
    if (!reservations.pageInfo.hasNextPage) break
    after = reservations.pageInfo.endCursor
  }
  const shown = new Map(await page.evaluate(() => [...document.querySelectorAll<HTMLElement>('.bar')].map((bar): [string, string] => [bar.dataset.booking!, bar.closest<HTMLElement>('[data-row]')!.dataset.row!])))
  return [...new Set([...there.keys(), ...shown.keys()])].filter((id) => there.get(id) !== shown.get(id)).length
}
