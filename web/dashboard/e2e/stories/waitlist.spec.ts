import type { Page } from '@playwright/test'
import { deedsOf, waitingAt } from '../house/records'
import { stranger, type Entry, type Offer, type Slot, type Venue } from '../house/venue'
import { expect, test } from '../window/test'

// Nothing is offered by itself here: what happens to those who wait is what staff do.
const byHand = { rules: { autoPromote: false } }

const row = (page: Page, name: string) => page.getByTestId('waitlist').locator('.entry-row', { hasText: name })
const details = (page: Page) => page.getByTestId('waitlist').locator('.entry-more')
const result = (page: Page) => details(page).getByTestId('command-result')
const act = (page: Page, name: RegExp) => details(page).getByRole('button', { name })

async function open(page: Page, venue: Venue): Promise<void> {
  await page.goto(`/v/${venue.id}/waitlist`)
  await expect(page.getByRole('heading', { name: '대기', exact: true, level: 1 })).toBeVisible()
  await expect(page.getByTestId('link')).toHaveAttribute('data-state', 'live')
}

async function choose(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('button', { name }).click()
  await expect(details(page).getByTestId('history')).toBeVisible()
}

/** How the newest command of this kind ended, as the head of the page tells it. */
async function recently(page: Page, deed: string): Promise<void> {
  await page.getByTestId('recent-commands').click()
  const drawer = page.getByRole('dialog', { name: '최근 명령' })
  await expect(drawer.locator('.recent', { hasText: deed }).first()).toHaveAttribute('data-kind', 'done')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
}

/** Somebody waits for a time that was full when they asked and is free now. */
async function waitsForFree(venue: Venue, name: string, clock = '19:00'): Promise<{ entry: Entry; slot: Slot }> {
  const slot = await venue.slotAt(venue.date(1), clock)
  const booked = await venue.book(slot)
  const entry = await venue.wait(slot, stranger(name))
  await venue.cancel(booked)
  return { entry, slot }
}

/** Somebody was given an offer by hand. */
async function offered(venue: Venue, name: string): Promise<Offer> {
  const { entry, slot } = await waitsForFree(venue, name)
  const input = { entryId: entry.id, slotIds: [slot.id], expectedVersion: entry.version, reason: 'waits longest' }
  const { offer } = await venue.staff.do<{ offer: { id: string } }>('offerToEntry', input, 'offer { id }')
  return venue.offer(offer.id)
}

test('somebody who telephones is put on the list by staff, stands in it, and is found there by the API as they said', async ({ venue, window }) => {
  const at = await venue(byHand)
  const { page, line } = await window({ person: 'staff' })
  await open(page, at)
  await page.getByRole('button', { name: '손님 올리기…' }).click()
  const dialog = page.getByRole('dialog', { name: '손님을 대기에 올리기' })
  await dialog.getByTestId('send').click()
  await expect(dialog.getByText('연락하려면 이름이 필요합니다.'), 'without a name nobody could be told').toBeVisible()
  expect(line.sent).toHaveLength(0)
  await dialog.getByLabel('이름').fill('문가영')
  await dialog.getByLabel('전화번호').fill('010-1234-5678')
  await dialog.getByLabel('인원').fill('3')
  await dialog.getByLabel('날짜').fill(at.date(1))
  await dialog.getByLabel('시작').fill('18:30')
  await dialog.getByLabel('끝').fill('21:30')
  await dialog.getByTestId('send').click()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, '문가영')).toContainText('18:30–21:30')
  await recently(page, '대기 신청')
  const [entry, ...others] = await waitingAt(at)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ status: 'WAITING', partySize: 3, customer: { name: '문가영' } })
  expect([entry?.from, entry?.to].map((instant) => Date.parse(instant ?? ''))).toEqual(['18:30', '21:30'].map((clock) => Date.parse(`${at.date(1)}T${clock}:00+09:00`)))
  expect(line.keysOf(/JoinWaitlist/)).toHaveLength(1)
})

test('staff take somebody off the list who does not want to wait any more', async ({ venue, window }) => {
  const at = await venue(byHand)
  const { entry } = await waitsForFree(at, '문가영')
  const { page, line } = await window({ person: 'staff' })
  await open(page, at)
  await choose(page, '문가영')
  await act(page, /대기에서 빼기…/).click()
  const dialog = page.getByRole('dialog', { name: '대기에서 빼기' })
  await expect(dialog).toContainText('문가영')
  await dialog.getByTestId('send').click()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, '문가영'), 'the list is of those who wait').toHaveCount(0)
  await recently(page, '대기 취소')
  await page.getByRole('button', { name: '지난 대기도 보기' }).click()
  await expect(row(page, '문가영')).toContainText('대기 취소')
  expect(await waitingAt(at)).toMatchObject([{ id: entry.id, status: 'CANCELLED', version: entry.version + 1 }])
  expect(line.keysOf(/LeaveWaitlist/)).toHaveLength(1)
})

test('a priority is given with its reason, and where the rules weigh it the order on the screen follows', async ({ venue, window }) => {
  const at = await venue({ rules: { autoPromote: false, waitlistWeights: [{ factor: 'PRIORITY', weight: 10 }] } })
  const slot = await at.slotAt(at.date(1), '19:00')
  await at.book(slot)
  await at.wait(slot, stranger('신예은'))
  const later = await at.wait(slot, stranger('문가영'))
  const { page, line } = await window({ person: 'staff' })
  await open(page, at)
  await expect(row(page, '문가영')).toContainText('2번째')
  await choose(page, '문가영')
  await act(page, /우선순위…/).click()
  const dialog = page.getByRole('dialog', { name: '우선순위 변경' })
  await expect(dialog).toContainText('비중은 10입니다')
  await dialog.getByLabel('우선순위(0~100)').fill('7')
  await dialog.getByTestId('send').click()
  await expect(dialog.getByText('이유를 간단히 적어 주세요.'), 'not without a reason').toBeVisible()
  expect(line.sent).toHaveLength(0)
  await dialog.getByLabel('이유').fill('어제 기다리다 그냥 가셨음')
  await dialog.getByTestId('send').click()
  await expect(dialog).toHaveCount(0)
  await expect(result(page)).toHaveAttribute('data-kind', 'done')
  await expect(result(page)).toContainText('우선순위를 정했습니다.')
  await expect(row(page, '문가영')).toContainText('1번째')
  await expect(row(page, '신예은')).toContainText('2번째')
  await expect(details(page).getByTestId('history')).toContainText('어제 기다리다 그냥 가셨음')
  expect((await waitingAt(at)).find(({ id }) => id === later.id)).toMatchObject({ status: 'WAITING', priority: 7, version: later.version + 1 })
  expect(await deedsOf(at, later.id)).toEqual(['prioritizeEntry', 'joinWaitlist'])
})

test('a place is offered by hand to somebody who waits: it is held for them, and the reason is kept', async ({ venue, window }) => {
  const at = await venue(byHand)
  const { entry, slot } = await waitsForFree(at, '문가영')
  const { page, line } = await window({ person: 'staff' })
  await open(page, at)
  await choose(page, '문가영')
  await act(page, /자리 제안…/).click()
  const dialog = page.getByRole('dialog', { name: '문가영 님께 자리 제안' })
  await expect(dialog.getByTestId('send'), 'no place is chosen yet').toBeDisabled()
  await dialog.getByTestId('slots').getByRole('button', { name: /Table 1.*19:00–20:00/ }).click()
  await dialog.getByLabel('이유').fill('이 테이블에 맞는 팀이 이분뿐')
  await dialog.getByTestId('send').click()
  await expect(dialog).toHaveCount(0)
  await expect(result(page)).toHaveAttribute('data-kind', 'done')
  await expect(result(page)).toContainText('제안했고 자리를 잡아 두었습니다.')
  await expect(row(page, '문가영')).toHaveAttribute('data-status', 'OFFERED')
  await expect(row(page, '문가영')).toContainText('Table 1')
  const [offer] = await at.offers()
  expect(offer).toMatchObject({ status: 'OFFERED', entry: { id: entry.id } })
  expect(await at.reservation(offer?.hold.id ?? '')).toMatchObject({ status: 'HELD', slots: [{ id: slot.id }] })
  const { offer: chosen } = await at.staff.ask<{ offer: object }>('query($i: ID!) { offer(id: $i) { selection { override reason } } }', { i: offer?.id })
  expect(chosen).toEqual({ selection: { override: true, reason: '이 테이블에 맞는 팀이 이분뿐' } })
  expect(line.keysOf(/OfferToEntry/)).toHaveLength(1)
})

test('an offer is taken back with a reason: the guest waits again in their place, and the table is free', async ({ venue, window }) => {
  const at = await venue(byHand)
  const offer = await offered(at, '문가영')
  const { page, line } = await window({ person: 'staff' })
  await open(page, at)
  await choose(page, '문가영')
  await act(page, /회수…/).click()
  const dialog = page.getByRole('dialog', { name: '제안 회수' })
  await dialog.getByLabel('이유').fill('테이블 다리가 부러짐')
  await dialog.getByTestId('send').click()
  await expect(dialog).toHaveCount(0)
  await expect(result(page)).toHaveAttribute('data-kind', 'done')
  await expect(result(page)).toContainText('회수했습니다.')
  await expect(row(page, '문가영')).toHaveAttribute('data-status', 'WAITING')
  await expect(details(page).getByTestId('history')).toContainText('테이블 다리가 부러짐')
  expect(await at.offer(offer.id)).toMatchObject({ status: 'WITHDRAWN', version: offer.version + 1 })
  expect(await waitingAt(at)).toMatchObject([{ id: offer.entry.id, status: 'WAITING', position: 1 }])
  expect(await at.reservation(offer.hold.id)).toMatchObject({ status: 'CANCELLED' })
  expect(line.keysOf(/WithdrawOffer/)).toHaveLength(1)
})

test('a guest says yes by telephone, and staff say it for them: the table is theirs, and it stands that it was by telephone', async ({ venue, window }) => {
  const at = await venue(byHand)
  const offer = await offered(at, '문가영')
  const { page, line } = await window({ person: 'staff' })
  await open(page, at)
  await choose(page, '문가영')
  await act(page, /수락\(전화\)/).click()
  await recently(page, '제안 수락')
  await expect(row(page, '문가영'), 'who has a table waits no more').toHaveCount(0)
  const { offer: now } = await at.staff.ask<{ offer: object }>('query($i: ID!) { offer(id: $i) { status decision { state source } } }', { i: offer.id })
  expect(now).toEqual({ status: 'ACCEPTED', decision: { state: 'ACCEPTED', source: 'PHONE' } })
  expect(await at.reservation(offer.hold.id)).toMatchObject({ status: 'CONFIRMED', customer: { name: '문가영' } })
  expect(await waitingAt(at)).toMatchObject([{ status: 'FULFILLED' }])
  expect(line.keysOf(/ConfirmOffer/)).toHaveLength(1)
})
