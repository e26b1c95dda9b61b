import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import type { ApprovalStatus } from '../../gql/enums'
import { GuestApprovals } from './asked'

/** No stream tells of an approval that is new, so the list is asked for while it is looked at. */
const askEvery = 10_000

/** The newest of the guest's approvals, of these statuses or all. They come oldest first, a hundred at a time, so the last page is gone to. */
export function useApprovals(statuses?: ApprovalStatus[]) {
  const [after, setAfter] = useState<string | null>(null)
  const read = useQuery({ query: GuestApprovals, variables: { statuses: statuses ?? null, after } })
  const [{ data }, again] = read
  const page = data?.approvals.pageInfo
  useEffect(() => {
    if (page?.hasNextPage && page.endCursor) setAfter(page.endCursor)
  }, [page?.hasNextPage, page?.endCursor])
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
