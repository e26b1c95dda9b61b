import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Search } from '../../routes'

/** What stands behind the question mark of the address, and a way to set some of it; empty values leave it. */
export function useAddress(): [Search, (patch: Record<string, string | undefined>, how?: { keep?: boolean }) => void] {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const set = useCallback(
    (patch: Record<string, string | undefined>, { keep = false } = {}) => {
      const next = (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined && value !== ''))
      void navigate({ to: '.', search: next as never, replace: !keep })
    },
    [navigate],
  )
  return [search, set]
}
