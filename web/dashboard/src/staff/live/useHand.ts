import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether somebody is at a region of the page: the focus, a finger or the mouse was there last. It stays so when what had the focus goes away
 * by itself, and while a dialog that was opened from there is open.
 */
export function useHand(region: RefObject<HTMLElement | null>): [hand: boolean, letGo: () => void] {
  const [hand, set] = useState(false)
  useEffect(() => {
    const noticed = (event: Event) => {
      const target = event.target instanceof Element ? event.target : null
      if (!target || target.closest('[role="dialog"], [data-portal]')) return
      set(region.current?.contains(target) ?? false)
    }
    document.addEventListener('focusin', noticed)
    document.addEventListener('pointerdown', noticed)
    return () => {
      document.removeEventListener('focusin', noticed)
      document.removeEventListener('pointerdown', noticed)
    }
  }, [region])
  return [hand, () => set(false)]
}
