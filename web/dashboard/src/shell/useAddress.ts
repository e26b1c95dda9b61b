import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Search } from '../routes'

type Patch = Record<string, string | null | undefined>

/**
 * What stands behind the question mark of the address, so that a reload or a link shows the same, and a way to change some of it; what is empty
 * goes. With `keep` the browser's way back leads to what was before, and the page begins at its top.
 */
export function useAddress(): [Search, (patch: Patch, how?: { keep?: boolean }) => void] {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const change = useCallback(
    (patch: Patch, { keep = false } = {}) => {
      const next = (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined && value !== null && value !== ''))
      void navigate({ to: '.', search: next as never, replace: !keep, resetScroll: keep })
    },
    [navigate],
  )
  return [search, change]
}
