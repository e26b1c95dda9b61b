import type { Page } from '@playwright/test'
import { clockChanges, daysUntil } from '../house/clockChange'
import { stranger, type Venue } from '../house/venue'
import { expect, test } from '../window/test'

const bar = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(name) })
const lane = (page: Page, table: string) => page.locator('[data-row]').filter({ has: page.getByRole('rowheader', { name: new RegExp(table) }) })

async function open(page: Page, venue: Venue, date: string): Promise<void> {
  await page.goto(`/v/${venue.id}/timeline?day=${date}`)
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByTestId('link')).toHaveAttribute('data-state', 'live')
}

/** Takes a bar in the middle and puts it down in another lane, at the same time. */
async function drag(page: Page, name: string, table: string): Promise<void> {
  const [from, to] = [await bar(page, name).boundingBox(), await lane(page, table).boundingBox()]
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 8, from.y + from.height / 2 + 8, { steps: 4 })
  await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 8 })
  await page.mouse.up()
}

test('dragging a booking is a command: the bar stands in its old place until the answer is known, then in the new one', async ({ venue, window }) => {
  const at = await venue({ tables: ['Table 1', 'Table 2'] })
  const booked = await at.book(await at.slotAt(at.date(1), '12:00', 'Table 1'), stranger('문가영'))
  const { page, line } = await window({ person: 'staff' })
  await open(page, at, at.date(1))
  await bar(page, '문가영').scrollIntoViewIfNeeded()
  const letGo = line.stopCommands()
  await drag(page, '문가영', 'Table 2')
  await expect(page.getByTestId('move')).toHaveAttribute('data-kind', 'open')
  await expect(bar(page, '문가영')).toHaveAccessibleName(/Table 1/)
  letGo()
  await expect(page.getByTestId('move')).toHaveAttribute('data-kind', 'done')
  await expect(bar(page, '문가영')).toHaveAccessibleName(/Table 2/)
  expect(await at.reservation(booked.id)).toMatchObject({ slots: [{ resource: { name: 'Table 2' } }] })
})

test('a drag that loses against somebody who was faster is refused in sight, and the bar stays where it was', async ({ venue, window }) => {
  const at = await venue({ tables: ['Table 1', 'Table 2'] })
  const booked = await at.book(await at.slotAt(at.date(1), '12:00', 'Table 1'), stranger('문가영'))
  const target = await at.slotAt(at.date(1), '12:00', 'Table 2')
  const { page, line } = await window({ person: 'staff' })
  await open(page, at, at.date(1))
  await bar(page, '문가영').scrollIntoViewIfNeeded()
  const letGo = line.stopCommands()
  await drag(page, '문가영', 'Table 2')
  await expect.poll(() => line.keysOf(/Move/).length).toBe(1)
  await at.book(target, stranger('신예은'))
  letGo()
  await expect(page.getByTestId('move')).toHaveAttribute('data-kind', 'refused')
  await expect(page.getByTestId('move').getByTestId('command-result')).toHaveAttribute('data-code', 'SLOT_OCCUPIED')
  await expect(bar(page, '문가영')).toHaveAccessibleName(/Table 1/)
  await expect(bar(page, '신예은')).toHaveAccessibleName(/Table 2/)
  expect(await at.reservation(booked.id)).toMatchObject({ version: booked.version })
})

test('what a guest does is on the floor at once', async ({ venue, window }) => {
  const at = await venue()
  const { page } = await window({ person: 'staff' })
  await open(page, at, at.date(1))
  const held = await at.hold(await at.slotAt(at.date(1), '12:00'), stranger(), at.tenant.as('customerA'))
  await expect(bar(page, '김서연')).toHaveAccessibleName(/잡아 둠/, { timeout: 2_000 })
  await at.cancel(held)
  await expect(bar(page, '김서연')).toHaveCount(0)
})

for (const hours of [23, 25]) {
  test(`a day of ${hours} hours is drawn with ${hours} hours, alike in two windows of two zones`, async ({ venue, window }) => {
    const change = clockChanges('Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'America/Santiago').find((next) => next.hours === hours)
    if (!change) throw new Error(`no zone has a day of ${hours} hours ahead`)
    const days = daysUntil(change.zone, change.date) + 2
    const at = await venue({ zone: change.zone, layoutDays: days, rules: { bookingHorizon: `P${days}D` } })
    const slots = await at.slots(change.date)
    expect(slots).toHaveLength(hours)
    await at.book(slots[5] ?? raise(), stranger('문가영'))
    const windows = [await window({ person: 'staff', timezoneId: 'Asia/Seoul' }), await window({ person: 'admin', timezoneId: 'Pacific/Auckland' })]
    const seen: string[][] = []
    for (const { page } of windows) {
      await open(page, at, change.date)
      await expect(bar(page, '문가영')).toHaveCount(1)
      await expect(page.getByRole('note')).toContainText(`${hours}시간`)
      const cells = () => page.getByRole('gridcell').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? '').filter((name) => name.includes('Table 1')))
      await expect.poll(async () => (await cells()).length).toBe(hours) // the bookings may come before the times
      seen.push(await cells())
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0], seen[0]?.join('; ')).toHaveLength(hours)
  })
}

function raise(): never {
  throw new Error('the day has no sixth slot')
}
