import { expect, test } from '../window/test'

test('the README’s story: a guest takes the last table, a second waits, the first cancels, and two staff windows see the offer go to the second', async ({ venue, window }) => {
  test.setTimeout(60_000)
  const at = await venue()
  const day = at.date(1)
  const [first, second] = [await window({ person: 'customerA' }), await window({ person: 'customerB' })]
  const [desk, office] = [await window({ person: 'staff' }), await window({ person: 'admin' })]
  for (const { page } of [desk, office]) {
    await page.goto(`/v/${at.id}/queue`)
    await expect(page.getByTestId('link')).toHaveAttribute('data-state', 'live')
    await expect(page.getByText('모두 처리했습니다')).toBeVisible()
  }

  // The first guest takes the last table of an evening, with a double click; the second sees it go.
  for (const { page } of [first, second]) await page.goto(`/book/${at.id}?day=${day}`)
  await first.page.getByRole('button', { name: /^19:00/ }).click()
  await first.page.getByTestId('hold').dblclick()
  await first.page.getByTestId('confirm').click()
  await expect(first.page.getByRole('heading', { name: '예약이 확정되었습니다' })).toBeVisible()
  const booking = new URL(first.page.url()).pathname
  const time = second.page.getByRole('button', { name: /^19:00/ })
  await expect(time).toHaveAttribute('data-state', 'full')

  // The second joins the waitlist, and is told that it is the next.
  await time.click()
  await second.page.getByTestId('join').click()
  await expect(second.page.getByTestId('position')).toHaveAttribute('data-position', '1')

  // The first cancels. Nobody asks, and the table is offered to the second: on its own screen and on both of the staff's.
  await first.page.getByRole('button', { name: '예약 취소' }).click()
  await first.page.getByRole('dialog').getByRole('button', { name: '예약 취소' }).click()
  await expect(first.page.getByRole('heading', { name: '예약이 취소되었습니다' })).toBeVisible()
  const offered = (page: typeof desk.page) => page.getByTestId('queue').getByRole('button', { name: /Noah Park/ })
  await expect(offered(desk.page)).toBeVisible()
  await expect(offered(office.page)).toBeVisible()
  await expect(second.page.getByTestId('urgent').getByText('자리가 났습니다')).toBeVisible()

  // Staff confirm it at the front desk. The other window says who did, and the guest has the table.
  await offered(office.page).click()
  await offered(desk.page).click()
  await desk.page.getByTestId('evidence').getByRole('button', { name: /수락\(현장\)/ }).click()
  await expect(office.page.getByTestId('settled-by').first()).toContainText('이하늘')
  await expect(second.page.getByRole('heading', { name: '자리를 얻으셨습니다' })).toBeVisible()
  await second.page.getByRole('link', { name: '예약 보기' }).click()
  await expect(second.page.getByRole('heading', { name: '예약이 확정되었습니다' })).toBeVisible()
  await first.page.goto(booking)
  await expect(first.page.getByRole('heading', { name: '예약이 취소되었습니다' })).toBeVisible()
  expect((await at.reservations()).map(({ status }) => status).sort()).toEqual(['CANCELLED', 'CONFIRMED'])
})
