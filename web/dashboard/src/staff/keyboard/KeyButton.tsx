import { Button, type ButtonProps, Kbd } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { spoken } from './keys'
import { useSingleKeys } from './singleKeys'

interface Props extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** The key that presses it, within the region that `pressIn` names. */
  hotkey?: string
}

/** A button with its key on it. The key presses the very button that is seen, so nothing can be done that is not on the screen. */
export function KeyButton({ hotkey, children, ...rest }: Props) {
  const on = useSingleKeys()
  const shown = hotkey && on
  return (
    <Button
      {...rest}
      {...(shown
        ? {
            'data-hotkey': hotkey,
            'aria-keyshortcuts': spoken(hotkey),
            rightSection: (
              <Kbd size="xs" className="key key-hint" aria-hidden="true">
                {spoken(hotkey)}
              </Kbd>
            ),
          }
        : {})}
    >
      {children}
    </Button>
  )
}

/** Presses the button of a region that has this key; the focus stays where it is. False where there is none, or it can't be pressed now. */
export function pressIn(region: Element | null, key: string): boolean {
  const button = region?.querySelector<HTMLElement>(`[data-hotkey="${key}"]`)
  if (!button || button.matches(':disabled') || button.dataset.disabled) return false
  button.click()
  return true
}
