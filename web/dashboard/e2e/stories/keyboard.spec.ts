import type { Page } from '@playwright/test'
import { stranger } from '../house/venue'
import { expect, test } from '../window/test'

// No story here touches a pointer.

const row = (page: Page, name: string) => page.getByTestId('queue').getByRole('button', { name: new RegExp(name) })

/** Walks by Tab until something like this has the focus. */
async function tabTo(page: Page, what: ReturnType<Page['getByRole']>, most = 40): Promise<void> {
  for (let i = 0; i < most; i++) {
    if (await what.evaluateAll((found) => found.includes(document.activeElement as HTMLElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${what}`)
}

test('the queue is worked by keys alone: go to a row, read, accept one, decline the next with its reason, and it is empty', async ({ venue, window }) => {
  const at = await venue({ tables: ['Table 1', 'Table 2'] })
  const accepted = await at.offerOf(await at.slotAt(at.date(1), '19:00', 'Table 1'), stranger('문가영'))
  const declined = await at.offerOf(await at.slotAt(at.date(1), '20:00', 'Table 2'), stranger('신예은'))
  const { page } = await window({ person: 'staff' })
  await page.goto(`/v/${at.id}/queue`)
  await expect(row(page, '신예은')).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(page, '문가영'), 'the most urgent comes first').toBeFocused()
  await expect(page.getByTestId('evidence').getByRole('button', { name: /수락\(현장\)/ })).toBeEnabled()
  await page.keyboard.press('c')
  await expect(page.getByTestId('command-result')).toHaveAttribute('data-kind', 'done')
  await expect(row(page, '문가영')).toHaveAttribute('data-gone', 'true')
  await expect(row(page, '문가영'), 'the row that was decided stays under the hand').toBeFocused()
  await page.keyboard.press('j')
  await expect(row(page, '신예은')).toBeFocused()
  await expect(page.getByTestId('evidence').getByRole('button', { name: /거절/ })).toBeEnabled()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: '제안 거절' })
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('radio'))
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: '연락이 닿지 않음' })).toBeChecked()
  await tabTo(page, dialog.getByTestId('send'))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row(page, '신예은')).toHaveAttribute('data-gone', 'true')
  expect(await at.offer(accepted.id)).toMatchObject({ status: 'ACCEPTED' })
  expect(await at.offer(declined.id)).toMatchObject({ status: 'DECLINED' })
})

test('keys lead from screen to screen, ? lists them, and they can be turned off', async ({ venue, window }) => {
  const at = await venue()
  const { page } = await window({ person: 'staff' })
  await page.goto(`/v/${at.id}/queue`)
  await expect(page.getByRole('heading', { name: '할 일' })).toBeVisible()
  for (const [key, place, title] of [['t', 'timeline', '매장 시간표'], ['r', 'reservations', '예약'], ['w', 'waitlist', '대기'], ['q', 'queue', '할 일']] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(`/${place}$`))
    await expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible()
  }
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: '단축키' })
  await expect(list.getByRole('row')).not.toHaveCount(0)
  await tabTo(page, list.getByRole('switch'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.keyboard.press('?')
  await expect(page).toHaveURL(/\/queue$/)
  await expect(list).toHaveCount(0)
})

test('a guest books by keys alone: the time, the hold, the yes', async ({ venue, window }) => {
  const at = await venue()
  const { page } = await window({ person: 'customerA' })
  await page.goto(`/book/${at.id}?day=${at.date(1)}`)
  const time = page.getByRole('button', { name: /^19:00/ })
  await expect(time).toBeVisible()
  await tabTo(page, time, 80)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByTestId('hold'))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('confirm')).toBeEnabled()
  await tabTo(page, page.getByTestId('confirm'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '예약이 확정되었습니다' })).toBeVisible()
  expect(await at.reservations()).toMatchObject([{ status: 'CONFIRMED' }])
})

test('a booking is carried to another table by keys, and what is read aloud names place and time', async ({ venue, window }) => {
  const at = await venue({ tables: ['Table 1', 'Table 2'] })
  const booked = await at.book(await at.slotAt(at.date(1), '12:00', 'Table 1'), stranger('문가영'))
  const { page } = await window({ person: 'staff' })
  await page.goto(`/v/${at.id}/timeline?day=${at.date(1)}`)
  const bar = page.getByRole('gridcell', { name: /문가영/ })
  await expect(bar).toHaveAccessibleName(/12:00–13:00, Table 1, 확정/)
  await bar.focus()
  await page.keyboard.press('Space')
  await expect(page.getByTestId('carry')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(bar).toHaveAccessibleName(/Table 2/)
  await expect.poll(async () => (await at.reservation(booked.id)).slots.map((slot) => slot.resource.name)).toEqual(['Table 2'])
})
