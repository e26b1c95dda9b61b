import type { Page } from '@playwright/test'
import { approvalFields, approvalOf, type Approval } from '../house/records'
import { stranger, type Reservation, type Venue } from '../house/venue'
import { expect, test } from '../window/test'

/** The row of what an agent prepared for this time. */
const row = (page: Page, clock: string) => page.getByTestId('queue').getByRole('button', { name: new RegExp(`예약 변경.*→.*${clock}`) })
const act = (page: Page, name: string) => page.getByTestId('evidence').getByRole('button', { name: new RegExp(`^${name}`) })
const result = (page: Page) => page.getByTestId('evidence').getByTestId('command-result')

async function atQueue(page: Page, venue: Venue, clock: string): Promise<void> {
  await page.goto(`/v/${venue.id}/queue`)
  await expect(row(page, clock)).toBeVisible()
  await expect(page.getByTestId('link')).toHaveAttribute('data-state', 'live')
}

interface Prepared {
  booked: Reservation
  approval: Approval
  /** What the agent answers to, once a person has decided. */
  carryOut: () => Promise<{ outcome: string; problem: { code: string } | null }>
}

/** The assistant of a guest prepares that a reservation be moved; a person has to say yes. */
async function prepared(venue: Venue, from: string, to: string): Promise<Prepared> {
  const agent = venue.tenant.as('agent')
  const booked = await venue.book(await venue.slotAt(venue.date(1), from), stranger(), venue.tenant.as('customerA'))
  const target = await venue.slotAt(venue.date(1), to)
  const action = { moveReservation: { reservationId: booked.id, slotIds: [target.id], expectedVersion: booked.version } }
  const { approval } = await agent.do<{ approval: Approval }>('prepareAction', { action }, `approval { ${approvalFields} }`)
  const carryOut = async () => agent.give('confirmAction', { approvalId: approval.id, expectedVersion: (await approvalOf(venue, approval.id)).version })
  return { booked, approval, carryOut }
}

const startOf = async (venue: Venue, { id }: Reservation) => Date.parse((await venue.reservation(id)).slots[0]?.startsAt ?? '')
const tomorrow = (venue: Venue, clock: string) => Date.parse(`${venue.date(1)}T${clock}:00+09:00`)

test('what an agent prepared stands in the queue; a person says yes, and only then can it be carried out', async ({ venue, window }) => {
  const at = await venue()
  const { booked, approval, carryOut } = await prepared(at, '12:00', '18:00')
  expect(await carryOut()).toMatchObject({ outcome: 'REJECTED', problem: { code: 'APPROVAL_REQUIRED' } })
  const { page, line } = await window({ person: 'staff' })
  await atQueue(page, at, '18:00')
  await row(page, '18:00').click()
  await act(page, '승인').click()
  await expect(result(page)).toHaveAttribute('data-kind', 'done')
  await expect(result(page)).toContainText('승인했습니다.')
  await expect(row(page, '18:00')).toHaveAttribute('data-gone', 'true')
  await expect(row(page, '18:00').getByTestId('settled-by')).toHaveText('작업 승인: 나')
  expect(await approvalOf(at, approval.id)).toMatchObject({ status: 'APPROVED', version: approval.version + 1 })
  expect(line.keysOf(/ApproveAction/)).toHaveLength(1)
  expect(await startOf(at, booked), 'a yes does nothing by itself').toBe(tomorrow(at, '12:00'))
  expect(await carryOut()).toMatchObject({ problem: null })
  await expect.poll(() => startOf(at, booked)).toBe(tomorrow(at, '18:00'))
  expect(await approvalOf(at, approval.id)).toMatchObject({ status: 'CONSUMED' })
})

test('a person says no to what an agent prepared, and it cannot be carried out', async ({ venue, window }) => {
  const at = await venue()
  const { booked, approval, carryOut } = await prepared(at, '12:00', '18:00')
  const other = await prepared(at, '13:00', '20:00')
  const { page, line } = await window({ person: 'staff' })
  await atQueue(page, at, '18:00')
  await row(page, '18:00').click()
  await act(page, '거절').click()
  const dialog = page.getByRole('dialog', { name: '거절' })
  await expect(dialog).toContainText('아무 일도 하지 않으며')
  await dialog.getByTestId('send').click()
  await expect(dialog).toHaveCount(0)
  await expect(result(page)).toHaveAttribute('data-kind', 'done')
  await expect(result(page)).toContainText('거절했습니다.')
  await expect(row(page, '18:00').getByTestId('settled-by')).toHaveText('작업 거절: 나')
  await expect(row(page, '20:00'), 'the other one waits on').not.toHaveAttribute('data-gone', 'true')
  expect(await approvalOf(at, approval.id)).toMatchObject({ status: 'REJECTED', version: approval.version + 1 })
  expect(await approvalOf(at, other.approval.id)).toMatchObject({ status: 'PENDING', version: other.approval.version })
  expect(await carryOut()).toMatchObject({ outcome: 'REJECTED' })
  expect(await startOf(at, booked)).toBe(tomorrow(at, '12:00'))
  expect(line.keysOf(/RejectAction/)).toHaveLength(1)
})

test('a second window that hears of it is told who decided, and cannot decide again', async ({ venue, window }) => {
  const at = await venue()
  const { approval } = await prepared(at, '12:00', '18:00')
  const [first, second] = [await window({ person: 'admin' }), await window({ person: 'staff' })]
  for (const { page } of [first, second]) {
    await atQueue(page, at, '18:00')
    await row(page, '18:00').click()
    await expect(act(page, '승인')).toBeEnabled()
  }
  await act(first.page, '승인').click()
  await expect(result(first.page)).toHaveAttribute('data-kind', 'done')
  await expect(row(second.page, '18:00')).toHaveAttribute('data-gone', 'true')
  await expect(row(second.page, '18:00').getByTestId('settled-by')).toHaveText(/^작업 승인: (?!나$)/)
  await expect(act(second.page, '승인')).toHaveCount(0)
  await expect(act(second.page, '거절')).toHaveCount(0)
  expect(second.line.sent).toHaveLength(0)
  expect(await approvalOf(at, approval.id)).toMatchObject({ status: 'APPROVED', version: approval.version + 1 })
})

test('a second window that hears nothing says no too late: it is refused, sees that it was approved, and the yes stands', async ({ venue, window }) => {
  const at = await venue()
  const { approval } = await prepared(at, '12:00', '18:00')
  const [first, second] = [await window({ person: 'admin' }), await window({ person: 'staff' })]
  for (const { page } of [first, second]) {
    await atQueue(page, at, '18:00')
    await row(page, '18:00').click()
    await expect(act(page, '승인')).toBeEnabled()
  }
  second.line.muffle(() => true)
  await act(first.page, '승인').click()
  await expect(result(first.page)).toHaveAttribute('data-kind', 'done')
  await act(second.page, '거절').click()
  const dialog = second.page.getByRole('dialog', { name: '거절' })
  await dialog.getByTestId('send').click()
  const refused = dialog.getByTestId('command-result')
  await expect(refused).toHaveAttribute('data-kind', 'refused')
  await expect(refused.getByTestId('compare').getByRole('row', { name: /상태/ })).toHaveText(/승인 대기.*승인됨/)
  expect(second.line.keysOf(/RejectAction/)).toHaveLength(1)
  expect(await approvalOf(at, approval.id)).toMatchObject({ status: 'APPROVED', version: approval.version + 1 })
})
