import { useState } from 'react'

/** A reason that has to be given: what is written, and whether somebody tried to go on without. */
export function useGivenReason() {
  const [text, change] = useState('')
  const [tried, attempt] = useState(false)
  return {
    field: { value: text, change, tried },
    /** The reason, or undefined where none is written; from then on the field says that it is missing. */
    given(): string | undefined {
      const reason = text.trim()
      if (!reason) attempt(true)
      return reason || undefined
    },
  }
}
