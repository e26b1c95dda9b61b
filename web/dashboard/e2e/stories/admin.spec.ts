import type { Page } from '@playwright/test'
import { followsItsRules } from '../house/records'
import { stranger, type Entry, type Venue } from '../house/venue'
import { expect, test } from '../window/test'

const result = (within: ReturnType<Page['getByTestId']>) => within.getByTestId('command-result')

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible()
}

/** How the newest command of this kind ended, as the head of the page tells it. */
async function recently(page: Page, deed: string): Promise<void> {
  await page.getByTestId('recent-commands').click()
  const drawer = page.getByRole('dialog', { name: '최근 명령' })
  await expect(drawer.locator('.recent', { hasText: deed }).first()).toHaveAttribute('data-kind', 'done')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
}

interface Version {
  number: number
  status: string
  rules: { holdTtl: string; waitlistWeights: { factor: string; weight: number }[] }
}

async function versionsOf(venue: Venue): Promise<Version[]> {
  const query = 'query($v: ID!) { policyVersions(venueId: $v, first: 50) { nodes { number status rules { holdTtl waitlistWeights { factor weight } } } } }'
  const { policyVersions } = await venue.admin.ask<{ policyVersions: { nodes: Version[] } }>(query, { v: venue.id })
  return policyVersions.nodes.sort((a, b) => a.number - b.number)
}

/** Two people wait for a time that has become free, which is offered to nobody by itself; whoever came second has a priority. */
async function twoWait(venue: Venue): Promise<Entry> {
  const slot = await venue.slotAt(venue.date(1), '19:00')
  const booked = await venue.book(slot)
  await venue.wait(slot, stranger('신예은'))
  const second = await venue.wait(slot, stranger('문가영'))
  await venue.staff.do('prioritizeEntry', { entryId: second.id, priority: 9, reason: 'waited in vain yesterday', expectedVersion: second.version })
  await venue.cancel(booked)
  return second
}

test('rules are drafted, compared and tried on those who wait before anything changes; put in force, they do what was seen', async ({ venue, window }) => {
  const at = await venue({ rules: { autoPromote: false } })
  const second = await twoWait(at)
  await at.book(await at.slotAt(at.date(1), '20:00'))
  const before = (await versionsOf(at)).find(({ status }) => status === 'ACTIVE')
  const { page, line } = await window({ person: 'admin' })
  await open(page, `/v/${at.id}/admin/policies`, '규칙')
  await page.getByRole('button', { name: '새 초안 쓰기' }).click()
  await page.getByLabel('보류', { exact: true }).fill('7')
  await page.getByLabel('우선순위', { exact: true }).fill('50')
  await page.getByRole('switch', { name: '빈자리 자동 제안' }).click()
  await expect(page.getByTestId('draft-changes')).toContainText('보류')
  await expect(page.getByTestId('draft-changes')).toContainText('우선순위 × 50')
  await page.getByRole('button', { name: '초안 저장' }).click()
  const draft = page.getByTestId('policy-version')
  await expect(draft).toContainText('초안')
  await recently(page, '규칙 초안 작성')

  const difference = page.getByTestId('difference')
  await expect(difference.getByRole('row', { name: /^보류/ })).toContainText('7분')
  await expect(difference.getByRole('row', { name: /^순서에 반영하는 것/ })).toContainText('우선순위 × 50')
  const trial = page.getByTestId('what-if')
  await trial.getByLabel('날짜').fill(at.date(1))
  const slot = trial.getByRole('combobox', { name: '시간' })
  await slot.click()
  await page.getByRole('option', { name: /20:00 · Table 1/ }).click()
  await expect(trial.getByText('지금은 빈자리가 없어'), 'of what is taken it claims nothing').toBeVisible()
  await expect(trial.getByTestId('choice')).toHaveCount(0)
  await slot.click()
  await page.getByRole('option', { name: /19:00 · Table 1 · 대기 2명/ }).click()
  await expect(trial.getByText('두 버전이 다르게 고릅니다.')).toBeVisible()
  await expect(trial.getByTestId('choice').nth(0), 'the rules in force offer nothing').toContainText('없음')
  await expect(trial.getByTestId('choice').nth(1), 'the draft').toHaveAttribute('data-chosen', second.id)
  expect((await versionsOf(at)).map(({ status }) => status).slice(-2), 'nothing is in force yet').toEqual(['ACTIVE', 'DRAFT'])

  await page.getByTestId('activate').getByRole('button', { name: '지금 적용' }).click()
  await expect(draft).toContainText('적용 중')
  await recently(page, '규칙 적용')
  const after = await versionsOf(at)
  expect(after.find(({ number }) => number === before?.number)).toMatchObject({ status: 'RETIRED' })
  expect(after.at(-1)).toMatchObject({ status: 'ACTIVE', rules: { holdTtl: 'PT7M' } })
  await expect.poll(async () => (await at.offers()).map((offer) => offer.entry.id), 'whom the trial has named is made the offer').toEqual([second.id])
  expect(after.at(-1)?.rules.waitlistWeights).toContainEqual({ factor: 'PRIORITY', weight: 50 })
  expect([line.keysOf(/DraftPolicy/), line.keysOf(/ActivatePolicy/)].map((keys) => keys.length)).toEqual([1, 1])
})

test('a table is added, and guests can have it', async ({ venue, window }) => {
  const at = await venue()
  const { page, line } = await window({ person: 'admin' })
  await open(page, `/v/${at.id}/admin/resources`, '자리')
  await page.getByRole('button', { name: '자리 추가' }).click()
  const dialog = page.getByRole('dialog', { name: '새 자리' })
  await dialog.getByLabel('이름').fill('창가 1')
  await dialog.getByLabel('최소 인원').fill('2')
  await dialog.getByLabel('최대 인원').fill('6')
  await dialog.getByRole('button', { name: '자리 추가' }).click()
  await expect(result(dialog)).toHaveAttribute('data-kind', 'done')
  await expect(result(dialog)).toContainText('창가 1을 추가했습니다')
  await dialog.getByRole('button', { name: '닫기' }).last().click()
  await expect(page.getByRole('row', { name: /^창가 1/ })).toContainText('2~6명')
  const query = 'query($v: ID!) { venue(id: $v) { resources(first: 10) { nodes { name kind minParty maxParty active } } } }'
  const { venue: now } = await at.admin.ask<{ venue: { resources: { nodes: object[] } } }>(query, { v: at.id })
  expect(now.resources.nodes).toContainEqual({ name: '창가 1', kind: 'EXCLUSIVE', minParty: 2, maxParty: 6, active: true })
  await expect.poll(async () => (await at.slots(at.date(1))).filter(({ resource }) => resource.name === '창가 1').length).toBe(24)
  expect(line.keysOf(/CreateResource/)).toHaveLength(1)
})

interface Rules {
  sets: { windows: { opens: string; closes: string }[] }[]
}

async function hoursOf(venue: Venue): Promise<string[]> {
  const query = 'query($v: ID!) { venue(id: $v) { openingRules { sets { windows { opens closes } } } } }'
  const { venue: now } = await venue.admin.ask<{ venue: { openingRules: Rules } }>(query, { v: venue.id })
  return now.openingRules.sets.flatMap(({ windows }) => windows.map(({ opens, closes }) => `${opens}-${closes}`))
}

test('the venue shall close earlier: what goes and who is left over is seen before it is saved, and is so afterwards', async ({ venue, window }) => {
  const at = await venue({ opens: '10:00', closes: '22:00' })
  const booked = await at.book(await at.slotAt(at.date(2), '20:00'), stranger('문가영'))
  const { page, line } = await window({ person: 'admin' })
  await open(page, `/v/${at.id}/admin/hours`, '영업시간')
  await page.getByLabel('닫는 시각, 시').fill('20')
  const trial = page.getByTestId('trial')
  await expect(trial).toContainText('예약이 있는 시간 1개가 규칙에서 벗어납니다')
  await trial.getByLabel('앞으로 며칠').fill('3')
  const day = Number(at.date(2).slice(8))
  await expect(trial.getByRole('row', { name: new RegExp(`월 ${day}일`) })).toContainText(/12\s*10/)
  expect(await hoursOf(at), 'nothing is saved yet').toEqual(['10:00-22:00'])
  expect(line.sent).toHaveLength(0)
  await page.getByRole('button', { name: '영업시간 저장' }).click()
  const saved = page.getByTestId('command-result')
  await expect(saved).toHaveAttribute('data-kind', 'done')
  await expect(saved).toContainText('저장했습니다.')
  await expect(page.getByTestId('laid-out')).toHaveText('예약 시간이 이 규칙과 같습니다.')
  expect(await hoursOf(at)).toEqual(['10:00-20:00'])
  await followsItsRules(at)
  const clock = (startsAt: string) => new Date(Date.parse(startsAt) + 9 * 3_600_000).toISOString().slice(11, 16)
  expect((await at.slots(at.date(3))).map(({ startsAt }) => clock(startsAt)).at(-1), 'the last that begins').toBe('19:00')
  const review = await at.staff.ask<{ slotsForReview: { nodes: { id: string }[] } }>('query($v: ID!) { slotsForReview(venueId: $v) { nodes { id } } }', { v: at.id })
  expect(review.slotsForReview.nodes, 'the booked time is left for a person').toEqual(booked.slots.map(({ id }) => ({ id })))
  expect(await at.reservation(booked.id)).toMatchObject({ status: 'CONFIRMED', version: booked.version })
  expect(line.keysOf(/Hours/)).toHaveLength(1)
})

test('a key is issued and its secret shown once; it opens the API until it is revoked on the same page', async ({ venue, window, tenant }) => {
  const at = await venue()
  const name = `Till of ${at.name}`
  const { page, line } = await window({ person: 'admin' })
  await open(page, '/admin/access', '권한과 키')
  await page.getByRole('switch', { name: '끝난 것도 보기' }).click()
  await page.getByRole('button', { name: '키 발급' }).click()
  const form = page.getByRole('dialog', { name: '새 API 키' })
  await form.getByLabel('이름').fill(name)
  await form.getByRole('button', { name: '키 발급' }).click()
  const dialog = page.getByRole('dialog', { name: `${name}의 비밀값` })
  const secret = await dialog.getByTestId('secret').innerText()
  await page.keyboard.press('Escape')
  await expect(dialog, 'it does not go away unkept').toBeVisible()
  await dialog.getByRole('checkbox', { name: '안전한 곳에 보관했습니다' }).check()
  await dialog.getByRole('button', { name: '완료' }).click()
  await expect(dialog).toHaveCount(0)
  await recently(page, '키 발급')

  const holder = tenant('hanok').holding(secret)
  expect(await holder.ask('{ viewer { role } }')).toEqual({ viewer: { role: 'STAFF' } })
  const kept = () => page.evaluate(() => document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(await kept(), 'the page does not keep the secret').not.toContain(secret)
  await page.reload()
  await page.getByRole('switch', { name: '끝난 것도 보기' }).click()
  const row = page.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(row).toContainText('사용 가능')
  expect(await kept(), 'nobody can look it up again').not.toContain(secret)

  await row.getByRole('button', { name: `${name} 키 폐기` }).click()
  await page.getByRole('button', { name: '완전히 폐기' }).click()
  await expect(page.getByTestId('command-result')).toHaveAttribute('data-kind', 'done')
  await expect(page.getByTestId('command-result')).toContainText('폐기했습니다')
  await expect(row).toContainText('폐기됨')
  const { apiKeys } = await at.admin.ask<{ apiKeys: { nodes: { name: string; revokedAt: string | null }[] } }>('{ apiKeys(first: 100) { nodes { name revokedAt } } }')
  expect(apiKeys.nodes.find((key) => key.name === name)?.revokedAt).toBeTruthy()
  await expect.poll(() => holder.ask('{ viewer { role } }').then(() => 'open', () => 'shut'), 'within seconds').toBe('shut')
  expect([line.keysOf(/IssueKey|IssueApiKey/), line.keysOf(/RevokeKey|RevokeApiKey/)].map((keys) => keys.length)).toEqual([1, 1])
})

/** The clock of a venue some hours from now, as a form takes it. */
const wallIn = (venue: Venue, hours: number): string => {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: venue.zone, dateStyle: 'short', timeStyle: 'short' }).format(Date.now() + hours * 3_600_000)
  return parts.replace(' ', 'T')
}

test('bookings are paused and the pause is ended; the audit log finds both, with who did it and the reason', async ({ venue, window }) => {
  const at = await venue()
  const pauses = async () => (await at.admin.ask<{ pauses: { nodes: { reason: string; endedAt: string | null }[] } }>('query($v: ID!) { pauses(venueId: $v) { nodes { reason endedAt } } }', { v: at.id })).pauses.nodes
  const soon = async () => (await at.slots(at.date(1)))[0]?.blockers
  const { page, line } = await window({ person: 'admin' })
  await open(page, `/v/${at.id}/admin/settings`, '매장 설정')
  const section = page.getByTestId('pauses')
  await section.getByLabel(/^끝/).fill(wallIn(at, 30))
  await section.getByRole('textbox', { name: '사유' }).fill('수도관이 터짐')
  await section.getByRole('button', { name: '중지', exact: true }).click()
  await expect(result(section)).toHaveAttribute('data-kind', 'done')
  await expect(result(section)).toContainText('중지했습니다')
  await expect(section.getByRole('row', { name: /수도관이 터짐/ })).toContainText('진행 중')
  expect(await pauses()).toEqual([{ reason: '수도관이 터짐', endedAt: null }])
  expect(await soon()).toContain('RESOURCE_CLOSED')

  await section.getByRole('button', { name: '매장 전체 중지를 지금 끝내기' }).click()
  await expect(section.getByText('예정되었거나 진행 중인 중지가 없습니다.')).toBeVisible()
  await recently(page, '일시 중지 해제')
  expect(await pauses()).toEqual([])
  expect(await soon()).toEqual([])
  expect([line.keysOf(/Pause/)].map((keys) => keys.length)).toEqual([2])

  await open(page, `/v/${at.id}/admin/audit`, '감사 기록')
  const filters = page.getByRole('search', { name: '거르기' })
  const rows = page.getByTestId('audit-rows').getByRole('row')
  await expect(rows.first()).toContainText('일시 중지 해제')
  await filters.getByRole('combobox', { name: '한 일' }).click()
  await page.getByRole('option', { name: '예약 일시 중지' }).click()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('수도관이 터짐')
  await expect(rows.first()).toContainText('완료')
  await expect(page).toHaveURL(/pauseBookings/)
  await page.reload()
  await expect(rows, 'the search stands in the address').toHaveCount(1)
  await rows.first().getByRole('button', { name: /이 대상의 기록만/ }).click()
  await filters.getByRole('combobox', { name: '한 일' }).press('Backspace')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('일시 중지 해제')
})
