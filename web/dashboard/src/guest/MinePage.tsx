import { Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { VenuesQuery } from '../api/viewer'
import { Loaded, Loading, Notice } from '../components/states'
import { ApprovalsHint } from './approvals/ApprovalsHint'
import { useApprovals } from './approvals/useApprovals'
import { AtVenue } from './mine/AtVenue'
import { CalendarAddresses } from './mine/CalendarAddress'
import { Elsewhere } from './mine/Elsewhere'
import { Past } from './mine/Past'
import { useWhere } from './mine/useWhere'
import { Head } from './page/Head'
import type { Venue } from '../shell/venue'
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
      <Loaded of={answer} retry={again}>{(data) => <AtVenues venues={data.venues.nodes} />}</Loaded>
      <Link className="go" to="/approvals">{approval.title}</Link>
    </Stack>
  )
}

const waiting = ['PENDING' as const, 'APPROVED' as const]

/** Offers are listened for at so many venues, those first at which something is waited for; a socket carries a hundred subscriptions. */
const mostHeard = 30

function AtVenues({ venues }: { venues: readonly Venue[] }) {
  const { mine } = useGuestWords()
  const where = useWhere(venues)
  if (!where) return <Loading rows={4} />
  const heard = [...where.something, ...where.nothing].slice(0, mostHeard)
  return (
    <>
      <div className="urgent-all">{heard.map((venue) => <Urgent key={venue.id} venue={venue} named={venues.length > 1} onChange={() => where.look(venue)} />)}</div>
      {where.something.length === 0 && <Notice icon="mine" title={mine.none}>{mine.noneText}</Notice>}
      {where.something.map((venue) => <AtVenue key={venue.id} venue={venue} />)}
      <Elsewhere venues={where.nothing} />
      <div>
        <Title order={2} className="said">{mine.more}</Title>
        <Past venues={venues} />
        <CalendarAddresses venues={venues} />
      </div>
    </>
  )
}
