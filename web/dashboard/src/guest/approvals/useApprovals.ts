import { useEffect } from 'react'
import { useQuery } from 'urql'
import type { ApprovalStatus } from '../../gql/enums'
import { GuestApprovals } from './asked'

/** No stream tells of an approval that is new, so the list is asked for while it is looked at. */
const askEvery = 10_000

/** The guest's approvals, of these statuses or all. */
export function useApprovals(statuses?: ApprovalStatus[]) {
  const read = useQuery({ query: GuestApprovals, variables: { statuses: statuses ?? null, after: null } })
  const again = read[1]
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') again({ requestPolicy: 'network-only' })
    }
    const timer = setInterval(ask, askEvery)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [again])
  return read
}
