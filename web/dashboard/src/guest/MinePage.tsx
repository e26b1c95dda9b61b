import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { VenuesQuery } from '../api/viewer'
import { Loaded } from '../components/states'
import { ApprovalsHint } from './approvals/ApprovalsHint'
import { useApprovals } from './approvals/useApprovals'
import { AtVenue } from './mine/AtVenue'
import { Head } from './page/Head'
import { useGuestWords } from './words'

/** All that is the guest's, and what it asks of them, live: the page to begin from. */
export function MinePage() {
  const { mine, approval } = useGuestWords()
  const [answer, again] = useQuery({ query: VenuesQuery, variables: {} })
  const [approvals] = useApprovals(waiting)
  const open = (approvals.data?.approvals.nodes ?? []).filter((one) => one.status === 'PENDING' || one.status === 'APPROVED')
  return (
    <Stack gap="xl">
      <Head title={mine.title}>{mine.title}</Head>
      {open.length > 0 && <ApprovalsHint open={open} />}
      <Loaded of={answer} retry={again}>
        {(data) => data.venues.nodes.map((venue) => <AtVenue key={venue.id} venue={venue} />)}
      </Loaded>
      <Link className="go" to="/approvals">{approval.title}</Link>
    </Stack>
  )
}

const waiting = ['PENDING' as const, 'APPROVED' as const]
