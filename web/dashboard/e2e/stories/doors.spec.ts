import { expect, test } from '../window/test'

test('from the first page one becomes staff in two clicks, and stands before the queue', async ({ window }) => {
  const { page } = await window()
  await page.goto('/')
  await page.getByTestId('to-demo').click()
  await page.getByRole('button', { name: /이하늘/ }).click()
  await expect(page).toHaveURL(/\/v\/[^/]+\/queue/)
  await expect(page.getByRole('heading', { name: '할 일' })).toBeVisible()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page.getByTestId('to-demo')).toBeVisible()
})

test('whoever is signed in asks in GraphiQL without a token', async ({ window, venue }) => {
  const { id, name } = await venue({ zone: 'Europe/Berlin' })
  const { page } = await window({ person: 'staff' })
  await page.goto('/graphiql/')
  const answer = await page.evaluate(async (venueId) => {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-slotq-client': 'web' },
      body: JSON.stringify({ query: 'query($v: ID!) { venue(id: $v) { name timeZone } viewer { role } }', variables: { v: venueId } }),
    })
    return (await response.json()) as unknown
  }, id)
  expect(answer).toEqual({ data: { venue: { name, timeZone: 'Europe/Berlin' }, viewer: { role: 'STAFF' } } })
})
