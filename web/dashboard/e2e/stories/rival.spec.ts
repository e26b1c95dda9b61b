import type { Page } from '@playwright/test'
import { stranger, type Offer, type Venue } from '../house/venue'
import { expect, test } from '../window/test'

const row = (page: Page, name: string) => page.getByTestId('queue').getByRole('button', { name: new RegExp(name) })

async function atQueue(page: Page, venue: Venue, name: string): Promise<void> {
  await page.goto(`/v/${venue.id}/queue`)
  await expect(row(page, name)).toBeVisible()
  await expect(page.getByTestId('link')).toHaveAttribute('data-state', 'live')
}

const offerOf = async (venue: Venue, name: string, clock = '19:00'): Promise<Offer> => venue.offerOf(await venue.slotAt(venue.date(1), clock), stranger(name))

test('when somebody else acts first, the row says so within a second, with what was done and by whom', async ({ venue, window }) => {
  const at = await venue()
  const offer = await offerOf(at, '문가영')
  const rival = await at.rival('오세훈')
  const { page } = await window({ person: 'staff' })
  await atQueue(page, at, '문가영')
  await row(page, '문가영').click()
  await rival.do('confirmOffer', { offerId: offer.id, expectedVersion: offer.version, confirmationSource: 'PHONE' })
  await expect(row(page, '문가영'), 'the row knows').toHaveAttribute('data-gone', 'true', { timeout: 1_000 })
  await expect(row(page, '문가영').getByTestId('settled-by')).toHaveText(/제안 수락.*오세훈/)
  await expect(page.getByTestId('evidence').getByRole('button', { name: /수락\(현장\)/ })).toHaveCount(0)
})

test('whoever does not hear of it and presses is refused, sees what changed, and nothing is done twice', async ({ venue, window }) => {
  const at = await venue()
  const offer = await offerOf(at, '문가영')
  const rival = await at.rival()
  const { page, line } = await window({ person: 'staff' })
  await atQueue(page, at, '문가영')
  await row(page, '문가영').click()
  const accept = page.getByTestId('evidence').getByRole('button', { name: /수락\(현장\)/ })
  await expect(accept).toBeEnabled()
  line.muffle(() => true)
  await rival.do('declineOffer', { offerId: offer.id, expectedVersion: offer.version, reasonCode: 'CUSTOMER_DECLINED' })
  await accept.click()
  const result = page.getByTestId('command-result')
  await expect(result).toHaveAttribute('data-code', 'DECISION_STALE')
  await expect(result.getByTestId('compare').getByRole('row', { name: /상태/ })).toHaveText(/제안 중.*거절/)
  expect(line.keysOf(/ConfirmOffer/)).toHaveLength(1)
  expect(await at.offer(offer.id)).toMatchObject({ status: 'DECLINED' })
})

test('two staff press at once: one is done, the other is told, and the guest has one table', async ({ venue, window }) => {
  const at = await venue()
  const offer = await offerOf(at, '문가영')
  const [one, two] = [await window({ person: 'staff' }), await window({ person: 'admin' })]
  for (const { page } of [one, two]) {
    await atQueue(page, at, '문가영')
    await row(page, '문가영').click()
    await expect(page.getByTestId('evidence').getByRole('button', { name: /수락\(현장\)/ })).toBeEnabled()
  }
  const letGo = [one, two].map(({ line }) => line.stopCommands())
  for (const { page } of [one, two]) await page.getByTestId('evidence').getByRole('button', { name: /수락\(현장\)/ }).click()
  for (const go of letGo) go()
  const kinds = async () => Promise.all([one, two].map(async ({ page }) => (await page.getByTestId('command-result').getAttribute('data-kind')) ?? ''))
  await expect.poll(async () => (await kinds()).sort()).toEqual(['done', 'refused'])
  expect(await at.offer(offer.id)).toMatchObject({ status: 'ACCEPTED', version: offer.version + 1 })
})
