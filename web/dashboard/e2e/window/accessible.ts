import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export type Colors = 'light' | 'dark'

/** Shows the page in the given colours, when nothing moves any more. */
export async function showIn(page: Page, colors: Colors): Promise<void> {
  await page.emulateMedia({ colorScheme: colors, reducedMotion: 'reduce' })
  await settled(page)
}

/** Waits until fonts are there and animations that have an end are over. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const ending = () => document.getAnimations().filter((animation) => animation.playState === 'running' && Number.isFinite(animation.effect?.getComputedTiming().endTime))
    await document.fonts.ready
    await painted() // a change of colours begins with the next frame, not with the word
    while (ending().length > 0) {
      await Promise.allSettled(ending().map((animation) => animation.finished))
      await painted()
    }
  })
}

/**
 * The page breaks no rule of WCAG 2.2 AA that a program can check, in light and dark. Contrast that axe cannot judge is judged by the colours of the
 * text and of the box that it stands on. Of the rules only contrast is asked again in dark: nothing else depends on colours.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colors of ['light', 'dark'] as const) {
    await showIn(page, colors)
    const axe = new AxeBuilder({ page })
    const { violations, incomplete } = await (colors === 'light' ? axe.withTags(standard) : axe.withRules('color-contrast')).analyze()
    const broken = violations.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${(node.failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 240)}`),
    )
    const unjudged = incomplete.filter((rule) => rule.id === 'color-contrast').flatMap((rule) => rule.nodes.map((node) => node.target.join(' ')))
    const pale = (await contrasts(page, unjudged)).filter(({ ratio }) => ratio < 4.5).map(({ selector, ratio }) => `contrast ${ratio.toFixed(2)}: ${selector}`)
    expect([...broken, ...pale], `${what} in ${colors}`).toEqual([])
  }
}

/**
 * The contrast of texts with the nearest box around them that is opaque; 0 where there is none, or the text has gone. axe gives up where what lies under
 * the box is not the same everywhere: behind a name that is cut off, or a bar at the line of the present.
 */
async function contrasts(page: Page, selectors: string[]): Promise<{ selector: string; ratio: number }[]> {
  return page.evaluate((all) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('no canvas')
    const pixel = (color: string) => {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    }
    const light = (color: number[]) => {
      const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const surface = (element: Element): number[] | null => {
      const color = pixel(getComputedStyle(element).backgroundColor)
      return color[3] === 255 ? color : element.parentElement && surface(element.parentElement)
    }
    return all.map((selector) => {
      const text = document.querySelector(selector)
      const behind = text && surface(text)
      if (!text || !behind) return { selector, ratio: 0 }
      const [dark = 0, bright = 0] = [light(pixel(getComputedStyle(text).color)), light(behind)].toSorted((a, b) => a - b)
      return { selector, ratio: (bright + 0.05) / (dark + 0.05) }
    })
  }, selectors)
}
