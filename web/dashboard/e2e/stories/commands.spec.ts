import type { Page } from '@playwright/test'
import type { Reservation, Venue } from '../house/venue'
import { stranger } from '../house/venue'
import { expect, test, type Window } from '../window/test'

const cutOff = /ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|ERR_FAILED/

/** A guest who has a place held, before the button that confirms it. */
async function holding(venue: Venue, window: (seat: { person: 'customerA' }) => Promise<Window>): Promise<Window & { held: Reservation }> {
  const held = await venue.hold(await venue.slotAt(venue.date(1), '19:00'), stranger(), venue.tenant.as('customerA'))
  const guest = await window({ person: 'customerA' })
  await guest.page.goto(`/reservation/${held.id}`)
  await expect(guest.page.getByTestId('confirm')).toBeEnabled()
  return { ...guest, held }
}

const confirmed = (page: Page) => expect(page.getByRole('heading', { name: '예약이 확정되었습니다' })).toBeVisible()

/** It was done, and done once. */
async function onlyOnce(venue: Venue, held: Reservation, keys: string[]): Promise<void> {
  expect(new Set(keys).size, 'keys under which the command left the window').toBe(1)
  expect(await venue.reservation(held.id)).toMatchObject({ status: 'CONFIRMED', version: held.version + 1 })
}

test('a double click holds one place, with one command', async ({ venue, window }) => {
  const at = await venue()
  const { page, line } = await window({ person: 'customerA' })
  await page.goto(`/book/${at.id}?day=${at.date(1)}`)
  await page.getByRole('button', { name: /^19:00/ }).click()
  const letGo = line.stopCommands()
  await page.getByTestId('hold').dblclick()
  await expect.poll(() => line.sent.length).toBe(1)
  letGo()
  await expect(page.getByRole('heading', { name: '자리를 잡아 두었습니다' })).toBeVisible()
  expect(line.keysOf(/HoldSlot/)).toHaveLength(1)
  expect(await at.reservations()).toMatchObject([{ status: 'HELD' }])
})

test('a page that is loaded anew while the answer is on its way finds the command done, and does it once', async ({ venue, window }) => {
  const at = await venue()
  const { page, line, watch, held } = await holding(at, window)
  watch.foresee(cutOff)
  const letGo = line.stopAnswers()
  line.muffle(() => true) // or the page might hear of it otherwise, and rightly say so
  await page.getByTestId('confirm').click()
  await expect.poll(async () => (await at.reservation(held.id)).status).toBe('CONFIRMED')
  await expect(page.getByRole('heading', { name: '예약이 확정되었습니다' }), 'nothing is claimed before it is known').toHaveCount(0)
  letGo()
  await page.reload()
  await confirmed(page)
  await onlyOnce(at, held, line.keysOf(/ConfirmReservation/))
})

test('an answer that is lost is said to be unknown, never failed; a page that is left and opened again asks with the same key', async ({ venue, window }) => {
  const at = await venue()
  const { page, line, watch, held } = await holding(at, window)
  watch.foresee(cutOff)
  line.loseAnswers()
  await page.getByTestId('confirm').click()
  await expect(page.getByTestId('command')).toHaveAttribute('data-phase', 'unknown')
  await page.goto('about:blank')
  line.keepAnswers()
  await page.goto(`/reservation/${held.id}`)
  await confirmed(page)
  const result = page.getByTestId('command-result')
  await expect(result).toHaveAttribute('data-kind', 'doneBefore')
  await expect(result).toContainText('페이지를 다시 연 뒤에')
  await onlyOnce(at, held, line.keysOf(/ConfirmReservation/))
})

test('the network is cut while a guest confirms: the page says so, and goes on by itself when it is back', async ({ venue, window }) => {
  const at = await venue()
  const { page, line, watch, held } = await holding(at, window)
  watch.foresee(cutOff)
  line.loseAnswers(1)
  await page.getByTestId('confirm').click()
  await expect.poll(async () => (await at.reservation(held.id)).status).toBe('CONFIRMED')
  await line.cut()
  await expect(page.getByTestId('command')).toHaveAttribute('data-phase', 'unknown')
  await expect(page.getByTestId('link')).toHaveAttribute('data-state', 'lost')
  await line.heal()
  await expect(page.getByTestId('command-result')).toHaveAttribute('data-kind', 'doneBefore')
  await confirmed(page)
  await expect(page.getByTestId('link')).toHaveAttribute('data-state', 'live')
  await onlyOnce(at, held, line.keysOf(/ConfirmReservation/))
})

test('a guest who hears nothing and confirms what staff have cancelled is refused, and shown what is true', async ({ venue, window }) => {
  const at = await venue()
  const { page, line, held } = await holding(at, window)
  line.muffle(() => true)
  await at.cancel(held)
  await page.getByTestId('confirm').click()
  const result = page.getByTestId('command-result')
  await expect(result).toHaveAttribute('data-kind', 'refused')
  await expect(result.getByTestId('compare').getByRole('row', { name: /상태/ })).toHaveText(/잡아 둠.*취소/)
  expect(line.keysOf(/ConfirmReservation/)).toHaveLength(1)
})
