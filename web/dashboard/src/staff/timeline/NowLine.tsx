import { useEffect, useRef } from 'react'
import { serverNow } from '../../api/clock'
import { useShared } from './Floor'

const every = 1_000

/**
 * The line of now, and how long each hold has left: by the server's clock, once a second, written to the elements themselves, since nothing else
 * of the floor changes with it.
 */
export function NowLine() {
  const { floor, tongue } = useShared()
  const line = useRef<HTMLDivElement>(null)
  const { words } = tongue
  useEffect(() => {
    const { from, until } = floor.bounds
    const draw = () => {
      const now = serverNow()
      const element = line.current
      if (!element) return
      element.hidden = now < from || now >= until
      element.style.left = `calc(var(--label) + ${((now - from) / (until - from)).toFixed(6)} * var(--width))`
      for (const hold of element.closest('.floor')?.querySelectorAll<HTMLElement>('.bar[data-until]') ?? []) age(hold, now)
    }
    const age = (hold: HTMLElement, now: number) => {
      const since = Number(hold.dataset.since)
      const end = Number(hold.dataset.until)
      const edge = hold.querySelector<HTMLElement>('.bar-left')
      if (edge) edge.style.width = `${(100 * Math.max(0, Math.min(1, (end - now) / (end - since)))).toFixed(1)}%`
      hold.toggleAttribute('data-over', now >= end)
      const text = now >= end ? words.holdOver : words.heldSince(Math.floor(Math.max(0, now - since) / 60_000))
      const shown = hold.querySelector('.bar-age')
      if (shown && shown.textContent !== text) shown.textContent = text
    }
    draw()
    const timer = setInterval(draw, every)
    return () => clearInterval(timer)
  }, [floor, words])
  return <div ref={line} className="now" aria-hidden="true" data-testid="now-line" />
}
