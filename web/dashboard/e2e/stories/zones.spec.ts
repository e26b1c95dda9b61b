import type { Page } from '@playwright/test'
import { clockChanges, daysUntil, type ClockChange } from '../house/clockChange'
import type { Venue, Wish } from '../house/venue'
import { expect, test } from '../window/test'

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'America/Santiago']
const forward = clockChanges(...zones).find(({ hours }) => hours < 24)
const back = clockChanges(...zones).find(({ hours }) => hours > 24)

/** A venue that is open round the clock and may be booked until after the change. */
function over(change: ClockChange | undefined): Wish & { date: string } {
  if (!change) throw new Error('no zone changes its clock any more')
  const days = daysUntil(change.zone, change.date) + 2
  return { date: change.date, zone: change.zone, layoutDays: days, rules: { bookingHorizon: `P${days}D`, cancellationCutoff: 'PT0S' } }
}

const times = (page: Page) => page.getByTestId('times').getByRole('button', { name: /^\d\d:\d\d/ })

async function findTimes(page: Page, venue: Venue, date: string): Promise<string[]> {
  await page.goto(`/book/${venue.id}?day=${date}`)
  await expect(times(page)).not.toHaveCount(0)
  return times(page).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
}

test('on the night on which clocks go forward both windows leave out the hour that is not, wherever they stand', async ({ venue, window }) => {
  const { date, ...wish } = over(forward)
  const at = await venue(wish)
  const [seoul, york] = [await window({ person: 'customerA', timezoneId: 'Asia/Seoul' }), await window({ person: 'customerB', timezoneId: 'America/New_York' })]
  const seen = await findTimes(seoul.page, at, date)
  expect(seen).toHaveLength(23)
  expect(await findTimes(york.page, at, date)).toEqual(seen)
})

test('on the night on which clocks go back an hour comes twice; who takes the second leaves the first, in both windows', async ({ venue, window }) => {
  const { date, ...wish } = over(back)
  const at = await venue(wish)
  const [seoul, york] = [await window({ person: 'customerA', timezoneId: 'Asia/Seoul' }), await window({ person: 'customerB', timezoneId: 'America/New_York' })]
  const seen = await findTimes(seoul.page, at, date)
  expect(seen).toHaveLength(25)
  expect(await findTimes(york.page, at, date)).toEqual(seen)
  const hours = seen.map((name) => name.slice(0, 5))
  const [first, second] = [hours.findIndex((hour, i) => hours.indexOf(hour) !== hours.lastIndexOf(hour) && hours.indexOf(hour) === i), hours.findLastIndex((hour) => hours.indexOf(hour) !== hours.lastIndexOf(hour))]
  expect(seen[first]?.slice(0, 12), 'the two say by which clock they are meant').not.toBe(seen[second]?.slice(0, 12))
  await times(york.page).nth(second).click()
  await york.page.getByTestId('hold').click()
  await expect(york.page.getByTestId('confirm')).toBeEnabled()
  await expect(times(seoul.page).nth(second)).toHaveAttribute('data-state', 'full')
  await expect(times(seoul.page).nth(first)).not.toHaveAttribute('data-state', 'full')
  const [held] = await at.reservations()
  const slots = await at.slots(date)
  expect(held?.slots[0]?.id).toBe(slots[second]?.id)
})
