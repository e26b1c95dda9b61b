import type { Page } from '@playwright/test'
import { phone, screens, show } from '../screens/catalogue'
import { expect, test } from '../screens/stage'

/** Nothing sticks out to the side, and whatever is pressed is as large as a fingertip. */
async function fitsAHand(page: Page): Promise<void> {
  const { wide, small } = await page.evaluate(() => {
    const pressed = [...document.querySelectorAll<HTMLElement>('button, a[href], select, input:not([type=hidden]), summary, textarea')].filter((element) => element.checkVisibility({ visibilityProperty: true }))
    const inText = (element: HTMLElement) => getComputedStyle(element).display === 'inline' && !!element.parentElement?.textContent?.replace(element.textContent ?? '', '').trim()
    const offScreen = (box: DOMRect) => box.bottom < 0 || box.right < 0 || box.width < 2
    return {
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      small: pressed.flatMap((element) => {
        const box = (element.closest('label') ?? element).getBoundingClientRect()
        return box.height >= 43.5 || inText(element) || offScreen(box) ? [] : [`${element.outerHTML.slice(0, 120)} ${Math.round(box.width)}x${Math.round(box.height)}`]
      }),
    }
  })
  expect(wide, 'pixels that stick out to the side').toBeLessThanOrEqual(0)
  expect(small, 'targets smaller than a fingertip').toEqual([])
}

for (const screen of screens.filter(({ phone: onPhone }) => onPhone)) {
  test(`${screen.name} fits a telephone and a thumb`, async ({ window, evening }) => {
    const { page } = await window({ ...phone, ...(screen.person ? { person: screen.person } : {}) })
    await show(page, screen, evening)
    await fitsAHand(page)
  })
}

test('a guest books on a telephone by touch, at twice the size of letters', async ({ window, venue }) => {
  const at = await venue()
  const { page } = await window({ ...phone, person: 'customerA' })
  await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')))
  await page.goto(`/book/${at.id}?day=${at.date(1)}`)
  await page.getByRole('button', { name: /^19:00/ }).tap()
  await page.getByTestId('hold').tap()
  await page.getByTestId('confirm').tap()
  await expect(page.getByRole('heading', { name: '예약이 확정되었습니다' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
})
