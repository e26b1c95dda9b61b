import type { Page } from '@playwright/test'
import { stranger } from '../house/venue'
import { holdUp } from '../house/heldUp'
import { Line } from '../window/line'
import { expect, test, type Window } from '../window/test'

// Two tabs of one guest: the same browser, the same person.

type Tab = Pick<Window, 'page' | 'line'>

/** Opens another tab of the same browser. */
async function anotherTab(of: Window): Promise<Tab> {
  const page = await of.context.newPage()
  return { page, line: await Line.lay(page) }
}

const keysOf = (tabs: Tab[], operation: RegExp): Set<string> => new Set(tabs.flatMap(({ line }) => line.keysOf(operation)))

/** Presses a button in both tabs, in the same moment as far as there is one: not one after the other has been heard of. */
async function pressInBoth(tabs: Tab[], button: string): Promise<void> {
  for (const { page } of tabs) await expect(page.getByTestId(button)).toBeEnabled()
  await Promise.all(tabs.map(({ page }) => page.getByTestId(button).evaluate((element) => (element as HTMLElement).click())))
}

test('a guest accepts the same offer in two tabs at once: one booking comes of it, and both tabs say so', async ({ venue, window }) => {
  const at = await venue()
  const offer = await at.offerOf(await at.slotAt(at.date(1), '19:00'), stranger(), at.tenant.as('customerB'))
  const first = await window({ person: 'customerB' })
  const tabs = [first, await anotherTab(first)]
  for (const { page } of tabs) await page.goto(`/offer/${offer.id}`)
  await pressInBoth(tabs, 'accept')
  for (const { page } of tabs) await expect(page.getByTestId('offer-decided')).toHaveAttribute('data-status', 'ACCEPTED')
  for (const { page } of tabs) await expect(page.getByTestId('accept')).toHaveCount(0)
  expect(await at.offer(offer.id)).toMatchObject({ status: 'ACCEPTED', version: offer.version + 1 })
  expect((await at.reservations()).filter(({ status }) => status === 'CONFIRMED')).toHaveLength(1)
})

test('what is confirmed in one tab can not be pressed in the other while it is under way, and both end confirmed', async ({ venue, window }) => {
  const at = await venue()
  const held = await at.hold(await at.slotAt(at.date(1), '19:00'), stranger(), at.tenant.as('customerA'))
  const first = await window({ person: 'customerA' })
  const second = await anotherTab(first)
  const tabs = [first, second]
  for (const { page } of tabs) await page.goto(`/reservation/${held.id}`)
  for (const { page } of tabs) await expect(page.getByTestId('confirm')).toBeEnabled()
  const letGo = first.line.stopCommands()
  await first.page.getByTestId('confirm').click()
  await expect.poll(() => first.line.sent.length).toBe(1)
  await expect(second.page.getByTestId('confirm')).toBeDisabled()
  letGo()
  for (const { page } of tabs) await expect(confirmed(page)).toBeVisible()
  expect(keysOf(tabs, /ConfirmReservation/).size).toBe(1)
  expect(await at.reservation(held.id)).toMatchObject({ status: 'CONFIRMED', version: held.version + 1 })
})

test('a tab that is closed before its command arrived leaves it to the other, which gives it with the same key', async ({ venue, window }) => {
  const at = await venue()
  const held = await at.hold(await at.slotAt(at.date(1), '19:00'), stranger(), at.tenant.as('customerA'))
  const stays = await window({ person: 'customerA' })
  const leaves = await anotherTab(stays)
  for (const { page } of [stays, leaves]) await page.goto(`/reservation/${held.id}`)
  await expect(stays.page.getByTestId('confirm')).toBeEnabled()
  stays.watch.foresee(/ERR_CONNECTION_RESET/)
  leaves.line.swallowCommands()
  await leaves.page.getByTestId('confirm').click()
  await expect.poll(() => leaves.line.sent.length).toBe(1)
  await expect(stays.page.getByTestId('confirm')).toBeDisabled()
  expect(stays.line.sent, 'it is the other tab’s as long as that is there').toHaveLength(0)
  await leaves.page.close()
  await expect(confirmed(stays.page)).toBeVisible()
  expect(stays.line.keysOf(/ConfirmReservation/)).not.toHaveLength(0)
  expect(keysOf([stays, leaves], /ConfirmReservation/).size).toBe(1)
  expect(await at.reservation(held.id)).toMatchObject({ status: 'CONFIRMED', version: held.version + 1 })
})

test('a tab that is closed while the server works at its command leaves one booking, and the other tab knows of it', async ({ venue, window }) => {
  const at = await venue()
  const held = await at.hold(await at.slotAt(at.date(1), '19:00'), stranger(), at.tenant.as('customerA'))
  const stays = await window({ person: 'customerA' })
  const leaves = await anotherTab(stays)
  for (const { page } of [stays, leaves]) await page.goto(`/reservation/${held.id}`)
  await expect(stays.page.getByTestId('confirm')).toBeEnabled()
  const slow = await holdUp(held.id)
  try {
    await leaves.page.getByTestId('confirm').click()
    await slow.begun()
    await leaves.page.close()
    await expect(stays.page.getByTestId('command')).toHaveAttribute('data-phase', 'stillRunning')
    await slow.letGo()
    await expect(confirmed(stays.page)).toBeVisible()
    expect(keysOf([stays, leaves], /ConfirmReservation/).size).toBe(1)
    expect(await at.reservation(held.id)).toMatchObject({ status: 'CONFIRMED', version: held.version + 1 })
  } finally {
    await slow.letGo()
  }
})

const confirmed = (page: Page) => page.getByRole('heading', { name: '예약이 확정되었습니다' })
