import type { Page } from '@playwright/test'
import { beyondTheLog } from '../house/cursor'
import { makeFolder, removeFolder, startDemo } from '../house/program'
import { Tenant } from '../house/tenant'
import { Venue } from '../house/venue'
import { expect, test } from '../window/test'

// What a window hears of others, however bad the line. The window is a guest's, who looks at the times of a day while staff book one.

const cutOff = /ERR_CONNECTION_RE|ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_EMPTY_RESPONSE|WebSocket connection to .* failed/

const link = (page: Page) => page.getByTestId('link')
const time = (page: Page, clock: string) => page.getByTestId('times').getByRole('button', { name: new RegExp(`^${clock}`) })

async function lookAt(page: Page, venue: Venue): Promise<void> {
  await page.goto(`/book/${venue.id}?day=${venue.date(1)}`)
  await expect(time(page, '19:00')).not.toHaveAttribute('data-state', 'full')
  await expect(link(page)).toHaveAttribute('data-state', 'live')
}

const bookAt = async (venue: Venue, clock: string): Promise<void> => void (await venue.book(await venue.slotAt(venue.date(1), clock)))
const taken = (page: Page, clock: string) => expect(time(page, clock)).toHaveAttribute('data-state', 'full')

test('a line that is lost is said to be lost, and heals: streams go on after the last event that was heard', async ({ venue, window }) => {
  const at = await venue()
  const { page, line, watch } = await window({ person: 'customerA' })
  watch.foresee(cutOff)
  await lookAt(page, at)
  await bookAt(at, '19:00')
  await taken(page, '19:00')
  await line.cut()
  await expect(link(page)).toHaveAttribute('data-state', 'lost')
  await bookAt(at, '20:00')
  const before = line.subscribed.length
  await line.heal()
  await taken(page, '20:00')
  await expect(link(page)).toHaveAttribute('data-state', 'live')
  const again = line.subscribed.slice(before).filter((asked) => (asked.variables as { date?: string }).date === at.date(1))
  expect(again).not.toHaveLength(0)
  for (const asked of again) expect(asked).toMatchObject({ variables: { after: expect.any(String) as unknown } })
})

test('a window that was away for longer than the log is kept reads again what it shows', async ({ venue, window }) => {
  const at = await venue()
  const { viewer } = await at.staff.ask<{ viewer: { tenant: { id: string } } }>('{ viewer { tenant { id } } }')
  const { page, line, watch } = await window({ person: 'customerA' })
  watch.foresee(cutOff)
  await lookAt(page, at)
  await line.cut()
  await expect(link(page)).toHaveAttribute('data-state', 'lost')
  await bookAt(at, '19:00')
  line.forgeCursors((cursor) => beyondTheLog(cursor, viewer.tenant.id))
  await line.heal()
  await expect.poll(() => line.heard).toContain('RESYNC')
  await taken(page, '19:00')
})

test('where sockets are blocked, server-sent events take over', async ({ venue, window }) => {
  const at = await venue()
  const { page, line, watch } = await window({ person: 'customerA' })
  watch.foresee(cutOff)
  line.blockSockets()
  await lookAt(page, at)
  await expect(link(page)).toHaveAttribute('data-via', 'events')
  await bookAt(at, '19:00')
  await taken(page, '19:00')
})

test('the program is killed and starts again: the window finds it, and what happened meanwhile', async ({ window }) => {
  test.setTimeout(90_000)
  const data = makeFolder()
  let program = await startDemo(data)
  try {
    const at = await Venue.open(new Tenant(program.manifest, 'hanok'))
    const { page, watch } = await window({ person: 'customerA', program })
    watch.foresee(cutOff)
    await lookAt(page, at)
    await program.kill()
    await expect(link(page)).toHaveAttribute('data-state', 'lost')
    program = await startDemo(data, new URL(program.url).host)
    const later = at.of(new Tenant(program.manifest, 'hanok'))
    await bookAt(later, '19:00')
    await taken(page, '19:00')
    await expect(link(page)).toHaveAttribute('data-state', 'live')
  } finally {
    await program.stop()
    removeFolder(data)
  }
})
