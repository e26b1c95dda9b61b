import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Changes what stands behind the question mark of the address, so that a reload or a link shows the same. What is empty goes. */
export function useAddress(): (change: Record<string, string | null | undefined>) => void {
  const navigate = useNavigate()
  return useCallback(
    (change) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) =>
          Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined && value !== null && value !== '')),
        replace: true,
        resetScroll: false,
      } as never),
    [navigate],
  )
}
