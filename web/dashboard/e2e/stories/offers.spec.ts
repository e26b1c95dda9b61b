import { stranger } from '../house/venue'
import { expect, test } from '../window/test'

test('an offer lapses on the screens of its guest and of the staff, at its time by the server’s clock', async ({ venue, window }) => {
  const at = await venue({ rules: { offerTtl: 'PT12S', cancellationCutoff: 'PT0S' } })
  const slot = await at.slotAt(at.date(1), '19:00')
  const [guest, desk] = [await window({ person: 'customerB' }), await window({ person: 'staff' })]
  await desk.page.goto(`/v/${at.id}/queue`)
  await expect(desk.page.getByText('모두 처리했습니다')).toBeVisible()
  const offer = await at.offerOf(slot, stranger(), at.tenant.as('customerB'))
  await guest.page.goto(`/offer/${offer.id}`)
  await expect(guest.page.getByTestId('countdown')).toHaveText(/^0:\d\d$/)
  const row = desk.page.getByTestId('queue').getByRole('button', { name: /Noah Park/ })
  await row.click()
  await expect(desk.page.getByTestId('evidence')).toBeVisible()
  await expect(guest.page.getByTestId('offer-decided')).toHaveAttribute('data-status', 'EXPIRED', { timeout: 15_000 })
  await expect(guest.page.getByTestId('accept')).toHaveCount(0)
  await expect(row).toHaveAttribute('data-gone', 'true')
  expect(await at.offer(offer.id)).toMatchObject({ status: 'EXPIRED' })
})

for (const offBy of [-95_000, 95_000]) {
  test(`a device whose clock is ${offBy / 1000} seconds off shows the time that is truly left`, async ({ venue, window }) => {
    const at = await venue()
    const offer = await at.offerOf(await at.slotAt(at.date(1), '19:00'), stranger(), at.tenant.as('customerB'))
    const { page } = await window({ person: 'customerB', clockOffBy: offBy })
    await page.goto(`/offer/${offer.id}`)
    const countdown = page.getByTestId('countdown')
    await expect(countdown).toHaveText(/^\d+:\d\d$/)
    const [minutes = 0, seconds = 0] = (await countdown.innerText()).split(':').map(Number)
    const { serverTime } = await at.staff.ask<{ serverTime: string }>('{ serverTime }')
    const left = (Date.parse(offer.expiresAt) - Date.parse(serverTime)) / 1000
    expect(Math.abs(minutes * 60 + seconds - left), `${minutes}:${seconds} beside ${left} seconds`).toBeLessThan(4)
  })
}

test('a guest declines, and the next in line is made the offer at once', async ({ venue, window }) => {
  const at = await venue()
  const slot = await at.slotAt(at.date(1), '19:00')
  const offer = await at.offerOf(slot, stranger(), at.tenant.as('customerB'))
  await at.wait(slot, stranger(), at.tenant.as('customerA'))
  const [declines, next] = [await window({ person: 'customerB' }), await window({ person: 'customerA' })]
  await next.page.goto(`/book/${at.id}`)
  await expect(next.page.getByTestId('link')).toHaveAttribute('data-state', 'live')
  await declines.page.goto(`/offer/${offer.id}`)
  await declines.page.getByTestId('decline').click()
  await declines.page.getByRole('dialog').getByRole('button', { name: '거절', exact: true }).click()
  await expect(declines.page.getByTestId('offer-decided')).toHaveAttribute('data-status', 'DECLINED')
  await next.page.getByTestId('urgent').getByRole('link', { name: /자리가 났습니다/ }).click()
  await next.page.getByTestId('accept').click()
  await expect(next.page.getByTestId('offer-decided')).toHaveAttribute('data-status', 'ACCEPTED')
  expect((await at.offers()).map(({ status }) => status).sort()).toEqual(['ACCEPTED', 'DECLINED'])
})
