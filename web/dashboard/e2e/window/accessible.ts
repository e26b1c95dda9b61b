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
 * The page breaks no rule of WCAG 2.2 AA that a program can check, in light and dark. Contrast that axe cannot judge counts as broken. Of the rules
 * only contrast is asked again in dark: nothing else depends on colours.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colors of ['light', 'dark'] as const) {
    await showIn(page, colors)
    const axe = new AxeBuilder({ page })
    const { violations, incomplete } = await (colors === 'light' ? axe.withTags(standard) : axe.withRules('color-contrast')).analyze()
    const unjudged = incomplete.filter((rule) => rule.id === 'color-contrast')
    const faults = [...violations, ...unjudged].flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${(node.failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 240)}`),
    )
    expect(faults, `${what} in ${colors}`).toEqual([])
  }
}
