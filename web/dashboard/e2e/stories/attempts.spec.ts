import type { Page } from '@playwright/test'
import { OutsideSystem } from '../house/outside'
import type { Tenant } from '../house/tenant'
import { until } from '../house/until'
import { stranger, Venue, type Reservation } from '../house/venue'
import { expect, test as base, type Window } from '../window/test'

// The library, where another booking system has a say: what is seen while nobody knows what it did.

interface Attempt {
  number: number
  status: string
  reference: string
  resolvedBy: string | null
  resolution: string | null
}

interface Intent {
  id: string
  status: string
  attempts: Attempt[]
}

interface Library {
  tenant: Tenant
  at: Venue
  city: OutsideSystem
  held: Reservation
  /** The guest's page of a hold, before the button that confirms it. */
  guest: Window
  staff: () => Promise<Window>
}

/** A reading room of its own for each test, with an outside system of its own. */
const test = base.extend<{ library: Library }>({
  library: async ({ tenant, window }, use) => {
    const hudson = tenant('hudson-library')
    const at = await Venue.open(hudson, { zone: 'America/New_York', tables: ['Seat 1'] })
    const city = await OutsideSystem.over(at)
    try {
      const held = await at.hold(await at.slotAt(at.date(1), '15:00', 'Seat 1'), stranger(), hudson.as('customerA'))
      const guest = await window({ person: 'customerA', tenant: hudson })
      await guest.page.goto(`/reservation/${held.id}`)
      await expect(guest.page.getByTestId('confirm')).toBeEnabled()
      await use({ tenant: hudson, at, city, held, guest, staff: () => window({ person: 'staff', tenant: hudson }) })
    } finally {
      await city.close()
    }
  },
})

async function intentOf({ at, held }: Library): Promise<Intent> {
  const query = 'query($v: ID!) { intents(filter: { venueId: $v }, first: 100) { nodes { id status reservation { id } attempts { number status reference resolvedBy resolution } } } }'
  const { intents } = await at.staff.ask<{ intents: { nodes: (Intent & { reservation: { id: string } | null })[] } }>(query, { v: at.id })
  const found = intents.nodes.filter((intent) => intent.reservation?.id === held.id)
  expect(found, 'what one press makes').toHaveLength(1)
  return found[0] as Intent
}

const attempts = async (library: Library): Promise<string[]> => (await intentOf(library)).attempts.map(({ status }) => status)

const told = (page: Page) => page.getByTestId('intent')
const unknown = '예약 시스템의 답을 받지 못했습니다. 처리되었는지 다시 확인하고 있으며'
const confirmed = (page: Page) => expect(page.getByRole('heading', { name: '예약이 확정되었습니다' })).toBeVisible()

/** The guest presses, and nobody knows what came of it: that is what the page says, and nothing worse. */
async function doubtful({ guest: { page } }: Library): Promise<void> {
  await page.getByTestId('confirm').click()
  await expect(told(page)).toContainText(unknown)
  await saysNothingOfFailure(page)
}

async function saysNothingOfFailure(page: Page): Promise<void> {
  await expect(told(page)).toHaveAttribute('data-status', 'RESERVING')
  await expect(page.getByRole('main')).not.toContainText(/실패|처리되지 않았습니다|취소되었습니다/)
  await expect(page.getByTestId('confirm'), 'it can not be asked for a second time').toHaveCount(0)
}

const row = (page: Page, city: OutsideSystem) => page.getByTestId('queue').getByRole('button', { name: new RegExp(city.name) })

/** Opens the row of an attempt in the queue. */
async function openCase({ at, city }: Library, { page }: Window): Promise<void> {
  await page.goto(`/v/${at.id}/queue`)
  await expect(row(page, city)).toHaveAttribute('data-kind', 'ATTEMPT_UNKNOWN')
  await row(page, city).click()
}

test('an attempt that nobody knows the outcome of waits for staff with its evidence; until they settle it there is no other, and the guest is told so', async ({ library }) => {
  test.setTimeout(60_000)
  const { city, guest } = library
  await city.meets('error', 1)
  await doubtful(library)
  const { attempts: [attempt] } = await intentOf(library)
  const desk = await library.staff()
  await openCase(library, desk)
  const evidence = desk.page.getByTestId('evidence')
  await expect(evidence).toContainText(attempt?.reference ?? 'no attempt')
  await expect(evidence).toContainText('결과를 알 수 없음')
  await expect(evidence, 'what was heard from there').toContainText('doesn\'t say whether anything was done')

  // Neither another try nor calling it off is possible, and the screen says why.
  await evidence.getByRole('button', { name: /^지금 다시 시도/ }).click()
  const refused = evidence.getByTestId('command-result')
  await expect(refused).toHaveAttribute('data-code', 'ATTEMPT_UNRESOLVED')
  await expect(refused).toContainText('앞선 시도의 결과를 아직 알 수 없습니다')
  expect(desk.line.keysOf(/RetryIntent/)).toHaveLength(1)
  await evidence.getByRole('button', { name: /^요청 취소/ }).click()
  const dialog = desk.page.getByRole('dialog', { name: '요청 취소' })
  await dialog.getByTestId('send').click()
  await expect(dialog.getByTestId('command-result')).toHaveAttribute('data-code', 'ATTEMPT_UNRESOLVED')
  await dialog.getByRole('button', { name: '그만두기' }).click()
  expect(await attempts(library)).toEqual(['UNKNOWN'])
  await saysNothingOfFailure(guest.page)

  // They telephone, and say what they heard.
  await evidence.getByRole('button', { name: /^결과 정하기/ }).click()
  const settle = desk.page.getByRole('dialog', { name: '시도의 결과 정하기' })
  await expect(settle).toContainText(attempt?.reference ?? 'no attempt')
  await settle.getByRole('textbox', { name: '상대 예약 번호' }).fill('4711')
  await settle.getByRole('textbox', { name: '이유' }).fill('18:40에 전화로 확인')
  await settle.getByTestId('send').dblclick()
  await expect(settle).toHaveCount(0)
  await expect(evidence.getByTestId('command-result').filter({ hasText: '결과를 정했습니다' })).toBeVisible()
  await expect(row(desk.page, city)).toHaveAttribute('data-gone', 'true')
  await confirmed(guest.page)
  expect(desk.line.keysOf(/ResolveAttempt/)).toHaveLength(1)
  const settled = await intentOf(library)
  expect(settled).toMatchObject({ status: 'SUCCEEDED', attempts: [{ status: 'SUCCEEDED', resolution: '18:40에 전화로 확인' }] })
  expect(settled.attempts[0]?.resolvedBy).toBeTruthy()
})

test('staff say that it was not done there: the next attempt begins, and books once', async ({ library }) => {
  test.setTimeout(60_000)
  const { city, guest } = library
  await city.meets('error', 1)
  await doubtful(library)
  const desk = await library.staff()
  await openCase(library, desk)
  await desk.page.getByTestId('evidence').getByRole('button', { name: /^결과 정하기/ }).click()
  const settle = desk.page.getByRole('dialog', { name: '시도의 결과 정하기' })
  await settle.getByRole('radio', { name: /^예약이 없습니다/ }).check()
  await settle.getByTestId('send').click()
  await expect(settle, 'without a reason nothing is sent').toContainText('이유를 간단히 적어 주세요')
  expect(desk.line.keysOf(/ResolveAttempt/)).toHaveLength(0)
  await settle.getByRole('textbox', { name: '이유' }).fill('그쪽 화면에 없음')
  await settle.getByTestId('send').click()
  await expect(row(desk.page, city)).toHaveAttribute('data-gone', 'true')
  await confirmed(guest.page)
  expect(await attempts(library)).toEqual(['FAILED', 'SUCCEEDED'])
  expect((await city.ledger()).map(({ state }) => state)).toEqual(['BOOKED'])
})

test('a success that comes late is found: the row goes by itself, the guest has the seat, and nothing is booked twice', async ({ library }) => {
  test.setTimeout(60_000)
  const { city, guest } = library
  const arrives = city.delaysNext()
  await doubtful(library)
  const desk = await library.staff()
  await openCase(library, desk)
  expect(await city.ledger(), 'it is not done there yet').toEqual([])
  arrives()
  // It is looked for in pauses that grow: the longer nobody knew, the longer it may take.
  await expect(row(desk.page, city)).toHaveAttribute('data-gone', 'true', { timeout: 30_000 })
  await confirmed(guest.page)
  await expect(desk.page.getByTestId('evidence').getByRole('button', { name: /^결과 정하기/ })).toHaveCount(0)
  expect(await attempts(library)).toEqual(['SUCCEEDED'])
  expect((await city.ledger()).map(({ state }) => state)).toEqual(['BOOKED'])
})

/** An attempt was sent away and may come back in five minutes; staff look at the reservation. */
async function sentAway(library: Library): Promise<Window> {
  const { at, city, held, guest } = library
  city.isBusyOnceFor(300)
  await guest.page.getByTestId('confirm').click()
  await expect(told(guest.page)).toContainText('자동으로 다시 시도합니다')
  await until('the attempt has failed', async () => (await attempts(library)).join() === 'FAILED')
  const desk = await library.staff()
  await desk.page.goto(`/v/${at.id}/reservations/${held.id}`)
  await expect(desk.page.getByRole('button', { name: /^지금 다시 시도/ })).toBeEnabled()
  return desk
}

test('staff have a request tried again at once: with one command, its result on the screen, and one booking', async ({ library }) => {
  test.setTimeout(60_000)
  const { city, guest } = library
  const { page, line } = await sentAway(library)
  await city.meets('delay', 1, 700)
  await page.getByRole('button', { name: /^지금 다시 시도/ }).dblclick()
  await expect(page.getByTestId('command-result')).toHaveAttribute('data-kind', 'accepted')
  await expect(page.getByTestId('command-result')).toContainText('처리되었습니다')
  await confirmed(guest.page)
  await expect(page.getByRole('button', { name: /^지금 다시 시도/ })).toHaveCount(0)
  expect(line.keysOf(/RetryIntent/)).toHaveLength(1)
  expect(await attempts(library)).toEqual(['FAILED', 'SUCCEEDED'])
  expect((await city.ledger()).map(({ state }) => state)).toEqual(['BOOKED'])
})

test('staff call a request off: with one command, its result on the screen, and the guest has the hold back', async ({ library }) => {
  test.setTimeout(60_000)
  const { at, city, held, guest } = library
  const { page, line } = await sentAway(library)
  await page.getByRole('button', { name: /^요청 취소/ }).click()
  const dialog = page.getByRole('dialog', { name: '요청 취소' })
  await expect(dialog).toContainText('더 시도하지 않습니다')
  await dialog.getByTestId('send').dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByTestId('command-result').filter({ hasText: '요청을 취소했습니다' })).toBeVisible()
  await expect(guest.page.getByTestId('confirm')).toBeEnabled()
  expect(line.keysOf(/CancelIntent/)).toHaveLength(1)
  expect(await intentOf(library)).toMatchObject({ status: 'CANCELLED', attempts: [{ status: 'FAILED' }] })
  expect(await at.reservation(held.id)).toMatchObject({ status: 'HELD' })
  expect(await city.ledger()).toEqual([])
})

test('a guest has a request tried again and then calls it off: one command each, and the hold is theirs again', async ({ library }) => {
  test.setTimeout(60_000)
  const { city, guest: { page, line } } = library
  city.isBusyOnceFor(300)
  await page.getByTestId('confirm').click()
  await expect(told(page)).toContainText('자동으로 다시 시도합니다')
  city.isBusyOnceFor(300)
  await told(page).getByRole('button', { name: '지금 다시 시도' }).dblclick()
  await expect(told(page).getByRole('listitem').filter({ hasText: '2번째 시도' })).toContainText('실패')
  expect(line.keysOf(/RetryIntent/)).toHaveLength(1)
  await told(page).getByRole('button', { name: '요청 취소' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '요청 취소' }).click()
  await expect(page.getByTestId('confirm'), 'the hold is the guest’s again').toBeEnabled()
  await expect(told(page)).toHaveAttribute('data-status', 'CANCELLED')
  expect(line.keysOf(/CancelIntent/)).toHaveLength(1)
  expect(await attempts(library)).toEqual(['FAILED', 'FAILED'])
  expect(await city.ledger()).toEqual([])
})
