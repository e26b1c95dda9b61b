import { Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Loaded, Loading, Notice } from '../components/states'
import { ApprovalsHint } from './approvals/ApprovalsHint'
import { AllOfMine } from './mine/AllOfMine'
import { CalendarAddresses } from './mine/CalendarAddress'
import { Elsewhere } from './mine/Elsewhere'
import { Past } from './mine/Past'
import { useWhere } from './mine/useWhere'
import { Head } from './page/Head'
import { useAllVenues } from '../shell/useAllVenues'
import type { Venue } from '../shell/venue'
import { useGuestWords } from './words'

/** All that is the guest's, and what it asks of them, live; what is over and their calendar, too. */
export function MinePage() {
  const { mine, approval } = useGuestWords()
  const [answer, again, venues] = useAllVenues()
  return (
    <Stack gap="xl">
      <Head>{mine.title}</Head>
      <ApprovalsHint />
      <Loaded of={answer} retry={again}>{() => <AtVenues venues={venues} />}</Loaded>
      <Link className="go" to="/approvals">{approval.title}</Link>
    </Stack>
  )
}

function AtVenues({ venues }: { venues: readonly Venue[] }) {
  const { mine } = useGuestWords()
  const where = useWhere(venues)
  if (!where) return <Loading rows={4} />
  return (
    <>
      <AllOfMine venues={venues} where={where} />
      {where.something.length === 0 && <Notice icon="mine" title={mine.none}>{mine.noneText}</Notice>}
      <Elsewhere venues={where.nothing} />
      <div>
        <Title order={2} className="said">{mine.more}</Title>
        <Past venues={venues} />
        <CalendarAddresses venues={venues} />
      </div>
    </>
  )
}
