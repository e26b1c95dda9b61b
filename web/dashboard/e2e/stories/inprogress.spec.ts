import type { Page } from '@playwright/test'
import { holdUp, type HeldUp } from '../house/heldUp'
import { stranger, type Reservation, type Venue } from '../house/venue'
import { expect, test, type Window } from '../window/test'

// A command that the server has and is not done with. Nothing of it is forged: the database holds the work up, and whoever asks again with the same
// key meets the first asking at the server.

interface Underway extends Window {
  at: Venue
  held: Reservation
  slow: HeldUp
}

/** A guest has pressed, and the server works at it. */
async function confirming({ venue, window }: { venue: () => Promise<Venue>; window: (seat: { person: 'customerA' }) => Promise<Window> }, story: (on: Underway) => Promise<void>) {
  const at = await venue()
  const held = await at.hold(await at.slotAt(at.date(1), '19:00'), stranger(), at.tenant.as('customerA'))
  const guest = await window({ person: 'customerA' })
  await guest.page.goto(`/reservation/${held.id}`)
  await expect(guest.page.getByTestId('confirm')).toBeEnabled()
  const slow = await holdUp(held.id)
  try {
    await guest.page.getByTestId('confirm').click()
    await slow.begun()
    await story({ ...guest, at, held, slow })
  } finally {
    await slow.letGo()
  }
}

const confirmed = (page: Page) => page.getByRole('heading', { name: '예약이 확정되었습니다' })

async function saysThatItRuns(page: Page): Promise<void> {
  await expect(page.getByTestId('command')).toHaveAttribute('data-phase', 'stillRunning')
  await expect(page.getByTestId('command')).toContainText('서버가 받았고 아직 처리하고 있습니다')
  await expect(confirmed(page), 'nothing is claimed before it is known').toHaveCount(0)
}

test('a page that is loaded anew while the server still works says so, asks again with the same key, and ends with what is true', async ({ venue, window }) => {
  await confirming({ venue, window }, async ({ page, line, at, held, slow }) => {
    await page.reload()
    await saysThatItRuns(page)
    await expect(page.getByTestId('confirm'), 'it can not be pressed again').toBeDisabled()
    expect(await at.reservation(held.id)).toMatchObject({ status: 'HELD', version: held.version })
    await slow.letGo()
    await expect(confirmed(page)).toBeVisible()
    const result = page.getByTestId('command-result')
    await expect(result).toHaveAttribute('data-kind', 'doneBefore')
    await expect(result).toContainText('페이지를 다시 연 뒤에')
    const keys = line.keysOf(/ConfirmReservation/)
    expect(keys.length, 'asked for the first time, answered that it runs, and asked again').toBeGreaterThanOrEqual(3)
    expect(new Set(keys).size).toBe(1)
    expect(await at.reservation(held.id)).toMatchObject({ status: 'CONFIRMED', version: held.version + 1 })
  })
})

test('a guest who leaves for another page while the server still works is told the result there', async ({ venue, window }) => {
  await confirming({ venue, window }, async ({ page, line, slow }) => {
    const running = page.waitForResponse(async (answer) => answer.url().endsWith('/graphql') && (await answer.text().catch(() => '')).includes('"IN_PROGRESS"'))
    await page.goto('/mine')
    await running
    await slow.letGo()
    const unseen = page.getByTestId('unseen-results')
    await expect(unseen).toContainText('예약 확정')
    await expect(unseen.getByTestId('command-result')).toHaveAttribute('data-kind', 'doneBefore')
    expect(new Set(line.keysOf(/ConfirmReservation/)).size).toBe(1)
  })
})

test('staff find a command that still runs on top of the recent ones, and later its result', async ({ venue, window }) => {
  const at = await venue()
  const held = await at.hold(await at.slotAt(at.date(1), '19:00'), stranger('한지민'))
  const { page, line } = await window({ person: 'staff' })
  await page.goto(`/v/${at.id}/reservations/${held.id}`)
  const slow = await holdUp(held.id)
  try {
    await page.getByRole('button', { name: /^확정/ }).click()
    await slow.begun()
    await page.reload()
    await page.getByTestId('recent-commands').click()
    const recent = page.getByRole('dialog', { name: '최근 명령' }).locator('.recent')
    await expect(recent).toHaveCount(1)
    await expect(recent).toHaveAttribute('data-phase', 'stillRunning')
    await expect(recent).toContainText('서버가 받았고 아직 처리하고 있습니다')
    await slow.letGo()
    await expect(recent).toHaveAttribute('data-kind', 'doneBefore')
    await expect(recent).toContainText('한지민')
    expect(new Set(line.keysOf(/ConfirmReservation/)).size).toBe(1)
    expect(await at.reservation(held.id)).toMatchObject({ status: 'CONFIRMED', version: held.version + 1 })
  } finally {
    await slow.letGo()
  }
})
