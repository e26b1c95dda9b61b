import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { stored } from '../api/keys'
import { VenuesQuery } from '../api/viewer'
import { Loaded } from '../components/states'
import { ApprovalsHint } from './approvals/ApprovalsHint'
import { useApprovals } from './approvals/useApprovals'
import { AtVenue } from './mine/AtVenue'
import { Head } from './page/Head'
import { Urgent } from './urgent/Urgent'
import { useGuestWords } from './words'

/** All that is the guest's, and what it asks of them, live: the page to begin from. */
export function MinePage() {
  const { mine, approval } = useGuestWords()
  const [answer, again] = useQuery({ query: VenuesQuery, variables: {} })
  const [approvals] = useApprovals(waiting)
  const open = (approvals.data?.approvals.nodes ?? []).filter((one) => one.status === 'PENDING' || one.status === 'APPROVED')
  return (
    <Stack gap="xl">
      <Head>{mine.title}</Head>
      {open.length > 0 && <ApprovalsHint open={open} />}
      <Loaded of={answer} retry={again}>
        {(data) => {
          const venues = inOrder(data.venues.nodes)
          return (
            <>
              <div className="urgent-all">{venues.slice(0, mostHeard).map((venue) => <Urgent key={venue.id} venue={venue} named={venues.length > 1} />)}</div>
              {venues.map((venue) => <AtVenue key={venue.id} venue={venue} />)}
            </>
          )
        }}
      </Loaded>
      <Link className="go" to="/approvals">{approval.title}</Link>
    </Stack>
  )
}

/** Offers are listened for at so many venues; a socket carries a hundred subscriptions. */
const mostHeard = 30

/** Where the guest was last comes first. */
function inOrder<V extends { code: string }>(venues: readonly V[]): V[] {
  const last = localStorage.getItem(stored.venue)
  return [...venues].sort((a, b) => Number(b.code === last) - Number(a.code === last))
}

const waiting = ['PENDING' as const, 'APPROVED' as const]
