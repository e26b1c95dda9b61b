import type { ReactNode } from 'react'

/** Acts on a thing that is being read again wait until that is done: nobody presses on what is known to be old. */
export function ActsOfNow({ behind, children }: { behind: boolean; children: ReactNode }) {
  return (
    <fieldset className="acts-of-now" disabled={behind}>
      {children}
    </fieldset>
  )
}
