import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { originOf, type Manifest } from '../house/program'
import { Tenant, type Person } from '../house/tenant'
import { Venue, type Wish } from '../house/venue'
import { setDeviceClock } from './deviceClock'
import { Line } from './line'
import { Watch } from './watch'

/** Where a window stands and who sits in front of it. Nobody signed in unless a person is named. */
export interface Seat extends BrowserContextOptions {
  person?: Person
  tenant?: Tenant
  /** Milliseconds by which the device's clock is wrong. */
  clockOffBy?: number
  /** Nothing of ours stands between the window and the program, so nothing slows it: its line neither hears nor does anything. */
  straight?: boolean
  /** Another program than the one that the stories share. */
  program?: { url: string; manifest: Manifest }
}

/** One browser window of one person, with its wire to the program. */
export interface Window {
  page: Page
  line: Line
  watch: Watch
  context: BrowserContext
}

interface Stage {
  /** The address of the shared program. */
  url: string
  manifest: Manifest
  tenant: (code: string) => Tenant
  /** Opens a venue of its own for this test: at the restaurant unless another tenant is named. */
  venue: (wish?: Wish, tenant?: Tenant) => Promise<Venue>
  /** Opens a window; all are watched until the test ends. */
  window: (seat?: Seat) => Promise<Window>
}

/** A test of the browser stories. Whatever it tells, its windows stay quiet and on their origin. */
export const test = base.extend<Stage>({
  manifest: async ({}, use) => {
    await use(JSON.parse(process.env.E2E_MANIFEST ?? '{}') as Manifest)
  },
  url: async ({ manifest }, use) => {
    await use(originOf(manifest))
  },
  tenant: async ({ manifest }, use) => {
    await use((code) => new Tenant(manifest, code))
  },
  venue: async ({ tenant }, use) => {
    await use((wish, at) => Venue.open(at ?? tenant('hanok'), wish))
  },
  window: async ({ browser, manifest, contextOptions, locale, timezoneId, viewport }, use) => {
    const opened: Window[] = []
    await use(async ({ person, tenant, clockOffBy, straight, program, ...seat } = {}) => {
      const home = program?.manifest ?? manifest
      const origin = originOf(home)
      const context = await browser.newContext({ baseURL: origin, locale, timezoneId, viewport, ...contextOptions, ...seat })
      const watch = new Watch(context, origin)
      if (clockOffBy) await setDeviceClock(context, clockOffBy)
      if (person) await signIn(context, origin, await (tenant ?? new Tenant(home, 'hanok')).formValue(person))
      const page = await context.newPage()
      const window = { page, context, watch, line: await Line.lay(page, straight) }
      opened.push(window)
      return window
    })
    for (const { context } of opened) await context.close()
    for (const { watch } of opened) watch.check()
  },
})

export { expect } from '@playwright/test'

/** Does what the demo's sign-in form does. */
async function signIn(context: BrowserContext, origin: string, person: string): Promise<void> {
  const answer = await context.request.post('/auth/demo', { form: { person }, headers: { origin }, maxRedirects: 0 })
  if (answer.status() !== 303) throw new Error(`signing in answers ${answer.status()}: ${await answer.text()}`)
}
