import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { desk, phone, screens, show } from '../screens/catalogue'
import { expect, test } from '../screens/stage'

test('a device that speaks Korean is spoken to in Korean, another one in English; a press changes it, and it is remembered', async ({ window, venue }) => {
  const at = await venue()
  const { page } = await window({ person: 'customerA', locale: 'en-US' })
  await page.goto(`/book/${at.id}?day=${at.date(1)}`)
  await expect(page.getByRole('button', { name: /^19:00, free/i })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByTestId('language').click()
  await expect(page.getByRole('button', { name: /^19:00, 가능/ })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await page.reload()
  await expect(page.getByRole('button', { name: /^19:00, 가능/ })).toBeVisible()
})

const korean = /[가-힣]+/g

/** What people gave names and reasons to is in their own language whatever the page speaks: all Korean words of the evening and of the demo. */
const given = new Set([
  ...(['evening', 'venue', 'tenant'].flatMap((file) => readFileSync(join(import.meta.dirname, `../house/${file}.ts`), 'utf8').match(korean) ?? [])),
  ...((process.env.E2E_MANIFEST ?? '').match(korean) ?? []),
  ...demoNames(),
  '한국어',
])

/** Of people and places that the program itself makes for its demo. */
function demoNames(): string[] {
  const folder = join(import.meta.dirname, '../../../../internal/demo')
  return readdirSync(folder).filter((file) => file.endsWith('.go')).flatMap((file) => readFileSync(join(folder, file), 'utf8').match(korean) ?? [])
}

for (const screen of screens.filter(({ name }) => name !== 'demo-sign-in')) {
  test(`${screen.name} speaks English throughout`, async ({ window, evening }) => {
    const { page } = await window({ locale: 'en-GB', ...(screen.person ? { person: screen.person } : {}), ...(screen.phone ? phone : desk) })
    await show(page, screen, evening)
    const texts = await page.evaluate(() => {
      const seen: string[] = []
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const holder = node.parentElement
        if (holder?.checkVisibility() && !holder.closest('[lang=ko], script, style')) seen.push(node.textContent?.trim() ?? '')
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
        if (!element.closest('[lang=ko]')) seen.push(...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''))
      }
      return seen
    })
    expect(texts.filter((text) => (text.match(korean) ?? []).some((word) => !given.has(word)))).toEqual([])
  })
}
