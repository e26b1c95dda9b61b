import { type RefObject, useEffect } from 'react'
import { Carry } from './Carry'
import type { FloorDay } from './FloorDay'
import type { Bar } from './kinds'

const farEnough = 4
const longPress = 400
const shaky = 8
const edge = 48

interface Ears {
  dropped(): void
  putBack(): void
}

export function barOf(floor: FloorDay, element: Element | null): Bar | undefined {
  const cell = element?.closest<HTMLElement>('.bar[data-key]')
  if (!cell) return undefined
  return floor.row(cell.closest<HTMLElement>('[data-row]')!.dataset.row!)?.bars.find((bar) => bar.key === cell.dataset.key)
}

/** The moment beneath a point, and the row. */
export function pointAt(grid: HTMLElement, floor: FloorDay, x: number, y: number): { placeId: string; at: number } | undefined {
  const row = document.elementsFromPoint(x, y).map((element) => element.closest<HTMLElement>('[data-row]')).find(Boolean)
  const track = row?.querySelector('.floor-track')
  if (!row || !track || !grid.contains(row)) return undefined
  const box = track.getBoundingClientRect()
  const { from, until } = floor.bounds
  return { placeId: row.dataset.row!, at: from + ((x - box.left) / box.width) * (until - from) }
}

/**
 * Carrying a bar by mouse, pen or finger. A mouse takes it up by moving a little; a finger by resting on it, since moving at once scrolls. Near the
 * edges the floor scrolls along.
 */
export function usePointer(scroller: RefObject<HTMLElement | null>, floor: FloorDay, carry: Carry, ears: RefObject<Ears>): void {
  useEffect(() => {
    const root = scroller.current
    if (!root) return
    let down: { id: number; x: number; y: number; bar: Bar; grip: number; timer: ReturnType<typeof setTimeout> | undefined } | undefined
    let held = false
    let x = 0
    let y = 0
    let frame = 0

    const hold = () => {
      frame = 0
      if (!held || !down) return
      const box = root.getBoundingClientRect()
      const pull = (at: number, low: number, high: number) => (at < low + edge ? at - low - edge : at > high - edge ? at - high + edge : 0)
      const side = root.querySelector<HTMLElement>('.floor-corner')?.offsetWidth ?? 0
      const dx = pull(x, box.left + side, box.right)
      const dy = pull(y, box.top, box.bottom)
      if (dx || dy) root.scrollBy(dx / 3, dy / 3)
      const point = pointAt(root, floor, x, y)
      if (point) carry.over(point.placeId, point.at - down.grip)
      else carry.overNothing()
      if (dx || dy) again()
    }
    const again = () => {
      frame ||= requestAnimationFrame(hold)
    }
    const lift = () => {
      if (!down || held || !Carry.may(down.bar)) return
      held = true
      root.setPointerCapture(down.id)
      carry.lift(down.bar, 'pointer')
      again()
    }
    const letGo = () => {
      clearTimeout(down?.timer)
      if (down && root.hasPointerCapture(down.id)) root.releasePointerCapture(down.id)
      down = undefined
      held = false
      cancelAnimationFrame(frame)
      frame = 0
    }
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || carry.get()) return
      const bar = barOf(floor, event.target as Element)
      const point = bar && pointAt(root, floor, event.clientX, event.clientY)
      if (!bar || !point) return
      const touch = event.pointerType === 'touch'
      down = { id: event.pointerId, x: event.clientX, y: event.clientY, bar, grip: point.at - bar.from, timer: touch ? setTimeout(lift, longPress) : undefined }
      x = event.clientX
      y = event.clientY
    }
    const onMove = (event: PointerEvent) => {
      if (!down || event.pointerId !== down.id) return
      x = event.clientX
      y = event.clientY
      const far = Math.hypot(x - down.x, y - down.y)
      if (held) return again()
      if (event.pointerType === 'touch') {
        if (far > shaky) letGo()
      } else if (far > farEnough) lift()
    }
    const onUp = (event: PointerEvent) => {
      if (!down || event.pointerId !== down.id) return
      const was = held
      if (was) hold()
      letGo()
      if (!was) return
      // The click that follows is part of the carrying.
      root.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => root.removeEventListener('click', swallow, true), 50)
      ears.current.dropped()
    }
    const onCancel = () => {
      if (held) ears.current.putBack()
      letGo()
    }
    const onKey = (event: KeyboardEvent) => {
      if (!held || event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
    const swallow = (event: Event) => {
      event.stopPropagation()
      event.preventDefault()
    }
    // A finger that carries must not scroll; this has to be said before the browser begins to.
    const onTouch = (event: TouchEvent) => held && event.preventDefault()
    const onMenu = (event: Event) => (held || down?.timer) && event.preventDefault()

    root.addEventListener('pointerdown', onDown)
    root.addEventListener('pointermove', onMove)
    root.addEventListener('pointerup', onUp)
    root.addEventListener('pointercancel', onCancel)
    root.addEventListener('touchmove', onTouch, { passive: false })
    root.addEventListener('contextmenu', onMenu)
    addEventListener('keydown', onKey, true)
    return () => {
      letGo()
      root.removeEventListener('pointerdown', onDown)
      root.removeEventListener('pointermove', onMove)
      root.removeEventListener('pointerup', onUp)
      root.removeEventListener('pointercancel', onCancel)
      root.removeEventListener('touchmove', onTouch)
      root.removeEventListener('contextmenu', onMenu)
      removeEventListener('keydown', onKey, true)
    }
  }, [scroller, floor, carry, ears])
}
