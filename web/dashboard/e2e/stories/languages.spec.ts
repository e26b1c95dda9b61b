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

/** Names that people gave are in their own language whatever the page speaks. */
const given = /서촌|북촌|한옥|홀|마당|번 테이블|[가-힣]{2,4} ?[가-힣]?$|한국어/

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
    expect(texts.filter((text) => /[가-힣]/.test(text) && !given.test(text))).toEqual([])
  })
}
