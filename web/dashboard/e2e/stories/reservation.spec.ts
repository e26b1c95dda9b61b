import type { Page } from '@playwright/test'
import { bookNext, opensNow } from '../house/arrival'
import { deedsOf } from '../house/records'
import { stranger, type Venue } from '../house/venue'
import { expect, test } from '../window/test'

const act = (page: Page, name: RegExp) => page.getByRole('region', { name: '지금 할 수 있는 일' }).getByRole('button', { name })
const result = (page: Page) => page.getByRole('region', { name: '지금 할 수 있는 일' }).getByTestId('command-result')
const facts = (page: Page) => page.getByRole('region', { name: '예약 내용' })
/** What the page tells of the past, newest first. */
const told = (page: Page) => page.getByRole('region', { name: '기록' }).getByTestId('history').locator(':scope > *')

async function open(page: Page, venue: Venue, id: string): Promise<void> {
  await page.goto(`/v/${venue.id}/reservations/${id}`)
  await expect(page.getByRole('heading', { name: '문가영', level: 1 })).toBeVisible()
  await expect(page.getByTestId('link')).toHaveAttribute('data-state', 'live')
}

/** The places of a date are on their way until they are let go. */
async function slowSlots(page: Page, date: string): Promise<() => void> {
  let letGo = (): void => {}
  const gate = new Promise<void>((open) => (letGo = open))
  await page.route('**/graphql', async (route) => {
    const asked = route.request().postData() ?? ''
    if (asked.includes('SlotsToChoose') && asked.includes(date)) await gate
    return route.fallback()
  })
  return letGo
}

async function isDone(page: Page, says: string): Promise<void> {
  await expect(result(page)).toHaveAttribute('data-kind', 'done')
  await expect(result(page)).toContainText(says)
}

test('a reservation is moved to another table and another time in one step, and the old table is free at once', async ({ venue, window }) => {
  const at = await venue({ tables: ['Table 1', 'Table 2'] })
  const booked = await at.book(await at.slotAt(at.date(1), '12:00', 'Table 1'), stranger('문가영'))
  const { page, line } = await window({ person: 'staff' })
  await open(page, at, booked.id)
  await act(page, /변경…/).click()
  const dialog = page.getByRole('dialog', { name: '문가영 님 예약 변경' })
  await expect(dialog.getByTestId('send'), 'no place is chosen yet').toBeDisabled()
  const letGo = await slowSlots(page, at.date(2))
  await dialog.getByLabel('날짜').fill(at.date(2))
  await expect(dialog.getByRole('button', { name: /Table/ }), 'places of one day cannot be taken under another').toHaveCount(0)
  letGo()
  await dialog.getByTestId('slots').getByRole('button', { name: /Table 2.*13:00–14:00/ }).click()
  await dialog.getByTestId('send').click()
  await expect(dialog).toHaveCount(0)
  await isDone(page, '변경했습니다.')
  await expect(facts(page)).toContainText('Table 2')
  await expect(facts(page)).toContainText('13:00–14:00')
  await expect(told(page).first()).toContainText('예약 변경')
  const [place, old] = [await at.slotAt(at.date(2), '13:00', 'Table 2'), await at.slotAt(at.date(1), '12:00', 'Table 1')]
  expect(await at.reservation(booked.id)).toMatchObject({ status: 'CONFIRMED', version: booked.version + 1, slots: [{ id: place.id }] })
  expect([place.bookable, old.bookable]).toEqual([false, true])
  expect(line.keysOf(/MoveReservation/)).toHaveLength(1)
})

test('a move whose table somebody else has just taken is refused in its dialog, and nothing is lost', async ({ venue, window }) => {
  const at = await venue({ tables: ['Table 1', 'Table 2'] })
  const booked = await at.book(await at.slotAt(at.date(1), '12:00', 'Table 1'), stranger('문가영'))
  const target = await at.slotAt(at.date(1), '13:00', 'Table 2')
  const { page, line } = await window({ person: 'staff' })
  await open(page, at, booked.id)
  await act(page, /변경…/).click()
  const dialog = page.getByRole('dialog', { name: '문가영 님 예약 변경' })
  await dialog.getByTestId('slots').getByRole('button', { name: /Table 2.*13:00–14:00/ }).click()
  const letGo = line.stopCommands()
  await dialog.getByTestId('send').click()
  await expect.poll(() => line.keysOf(/MoveReservation/).length).toBe(1)
  await at.book(target, stranger('신예은'))
  letGo()
  await expect(dialog.getByTestId('command-result')).toHaveAttribute('data-kind', 'refused')
  await expect(dialog.getByTestId('command-result')).toHaveAttribute('data-code', 'SLOT_OCCUPIED')
  await dialog.getByRole('button', { name: '그만두기' }).click()
  await expect(facts(page)).toContainText('Table 1')
  expect(await at.reservation(booked.id)).toMatchObject({ version: booked.version, slots: [{ resource: { name: 'Table 1' } }] })
})

test('a reservation is cancelled with its reason, which stands on the page from then on', async ({ venue, window }) => {
  const at = await venue()
  const booked = await at.book(await at.slotAt(at.date(1), '12:00'), stranger('문가영'))
  const { page, line } = await window({ person: 'staff' })
  await open(page, at, booked.id)
  await act(page, /취소…/).click()
  const dialog = page.getByRole('dialog', { name: '예약 취소' })
  await dialog.getByRole('radio', { name: '매장 휴무' }).check()
  await dialog.getByTestId('send').click()
  await expect(dialog).toHaveCount(0)
  await isDone(page, '취소했습니다.')
  await expect(page.getByRole('region', { name: '진행 상태' })).toContainText('이유: 매장 휴무')
  await expect(told(page).first()).toContainText('예약 취소')
  const query = 'query($i: ID!) { reservation(id: $i) { status statusReason version } }'
  expect(await at.staff.ask(query, { i: booked.id })).toEqual({ reservation: { status: 'CANCELLED', statusReason: 'VENUE_CLOSED', version: booked.version + 1 } })
  expect((await at.slotAt(at.date(1), '12:00')).bookable).toBe(true)
  expect(line.keysOf(/CancelReservation/)).toHaveLength(1)
})

test('a party is seated by mistake and that is put right: the old row stays as it was, and a new one waits beside it', async ({ venue, window }) => {
  const at = await venue(opensNow())
  const booked = await bookNext(at, '문가영')
  const { page, line } = await window({ person: 'staff' })
  await open(page, at, booked.id)
  await act(page, /착석/).click()
  await isDone(page, '착석 처리했습니다.')
  await expect(told(page).first()).toContainText('착석')
  expect(await at.reservation(booked.id)).toMatchObject({ status: 'CHECKED_IN', version: booked.version + 1 })
  await act(page, /바로잡기…/).click()
  const dialog = page.getByRole('dialog', { name: '잘못된 처리 바로잡기' })
  await expect(dialog.getByRole('radio', { name: '아직 기다리는 중' })).toBeChecked()
  await dialog.getByLabel('이유').fill('다른 줄을 잘못 눌렀음')
  await dialog.getByTestId('send').click()
  await expect(dialog).toHaveCount(0)
  await isDone(page, '바로잡았습니다.')
  await expect(told(page).first()).toContainText(/예약 바로잡기.*다른 줄을 잘못 눌렀음/)
  expect(await deedsOf(at, booked.id)).toEqual(['correctReservation', 'checkInReservation', 'confirmReservation', 'holdSlot'])
  const anew = (await at.reservations()).find(({ id }) => id !== booked.id)
  expect(anew).toMatchObject({ status: 'CONFIRMED', customer: { name: '문가영' }, slots: booked.slots.map(({ id }) => ({ id })) })
  await open(page, at, anew?.id ?? '')
  await page.getByRole('link', { name: '잘못 처리된 이전 예약' }).click()
  await expect(page).toHaveURL(new RegExp(`/reservations/${booked.id}$`))
  expect(line.keysOf(/CheckIn/)).toHaveLength(1)
  expect(line.keysOf(/Correct/)).toHaveLength(1)
})

test('a party that does not come is noted as such once its time has begun, not before, and the table is free', async ({ venue, window }) => {
  test.setTimeout(120_000) // until the next minute begins
  const at = await venue(opensNow())
  const booked = await bookNext(at, '문가영')
  const { page, line } = await window({ person: 'staff' })
  await open(page, at, booked.id)
  await expect(page.getByText(/까지는 기다립니다/)).toBeVisible()
  await expect(act(page, /노쇼/)).toHaveCount(0)
  await act(page, /노쇼/).click({ timeout: 90_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(booked.slots[0]?.startsAt ?? ''))
  await isDone(page, '노쇼로 처리했고 자리가 비었습니다.')
  await expect(told(page).first()).toContainText('노쇼 처리')
  await expect(act(page, /노쇼/)).toHaveCount(0)
  expect(await at.reservation(booked.id)).toMatchObject({ status: 'NO_SHOW', version: booked.version + 1 })
  expect(await deedsOf(at, booked.id)).toEqual(['markNoShow', 'confirmReservation', 'holdSlot'])
  const seat = await at.staff.ask<{ node: { remaining: number } }>('query($i: ID!) { node(id: $i) { ... on Slot { remaining } } }', { i: booked.slots[0]?.id })
  expect(seat.node.remaining).toBe(1)
  expect(line.keysOf(/NoShow/)).toHaveLength(1)
})
