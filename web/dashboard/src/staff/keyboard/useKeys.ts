import { useEffect, useRef } from 'react'
import { follow, isSingleKey, nameOfPress } from './keys'
import { singleKeys } from './singleKeys'

export type Bindings = Record<string, (event: KeyboardEvent) => void>

/** How long the first of two keys waits for the second. */
const secondWithin = 1_500

const field = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]'

/** Whether keys belong to somebody else now: a field that is typed into, a dialog that is open. */
function keysAreTaken(target: EventTarget | null, page: Document = document): boolean {
  if (page.querySelector('[aria-modal="true"], [role="dialog"]')) return true
  const element = target instanceof Element ? target : null
  const taken = element?.closest(field)
  if (!taken) return false
  return !(taken instanceof HTMLInputElement && ['checkbox', 'radio', 'button', 'submit'].includes(taken.type))
}

/** Binds keys for as long as the screen is shown. What a binding does is looked up when the key is pressed, so it is never old. */
export function useKeys(bindings: Bindings): void {
  const now = useRef(bindings)
  now.current = bindings
  useEffect(() => {
    let pending: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    // Asked before anybody handles the key: Escape closes a dialog, and must not count again for the screen behind it.
    let taken = false
    const begins = (event: KeyboardEvent) => {
      taken = keysAreTaken(event.target)
    }
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || taken) return
      const name = nameOfPress(event)
      if (name === undefined || name === 'Shift') return
      const bound = Object.keys(now.current).filter((keys) => singleKeys.get() || !isSingleKey(keys))
      const found = follow(pending, name, bound)
      clearTimeout(timer)
      pending = found.pending
      if (pending) timer = setTimeout(() => (pending = undefined), secondWithin)
      if (!found.hit) return
      if (event.repeat && !repeats.has(found.hit)) return
      now.current[found.hit]?.(event)
    }
    window.addEventListener('keydown', begins, true)
    document.addEventListener('keydown', pressed)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', begins, true)
      document.removeEventListener('keydown', pressed)
    }
  }, [])
}

/** A key that is held down moves on; it never commands twice. */
const repeats = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])
