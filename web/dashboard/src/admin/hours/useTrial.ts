import { useDebouncedValue } from '@mantine/hooks'
import type { CombinedError } from '@urql/core'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import type { AdminOpeningTrialQuery, OpeningPreviewInput } from '../../gql/admin/graphql'
import { TrialQuery } from './documents'

export interface OpeningTrial {
  data: AdminOpeningTrialQuery | undefined
  error: CombinedError | undefined
  fetching: boolean
  /** The draft has faults that are known without asking. */
  faulty: boolean
}

/** Tries a draft a moment after the last key, over the same days as the rules that stand. */
export function useTrial({
  now,
  next,
  dirty,
  faulty,
}: {
  now: OpeningPreviewInput
  next: OpeningPreviewInput
  dirty: boolean
  faulty: boolean
}): OpeningTrial {
  const wanted = JSON.stringify({ now, next })
  const [settled] = useDebouncedValue(wanted, 350)
  const variables = useMemo(() => JSON.parse(settled) as { now: OpeningPreviewInput; next: OpeningPreviewInput }, [settled])
  const [answer] = useQuery({ query: TrialQuery, variables, pause: !dirty || faulty, requestPolicy: 'network-only' })
  if (!dirty) return { data: undefined, error: undefined, fetching: false, faulty: false }
  return {
    data: answer.error ? undefined : answer.data,
    error: faulty ? undefined : answer.error,
    fetching: !faulty && (answer.fetching || settled !== wanted),
    faulty,
  }
}
