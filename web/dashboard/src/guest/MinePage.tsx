import { Stack } from '@mantine/core'
import { useQuery } from 'urql'
import { VenuesQuery } from '../api/viewer'
import { Loaded } from '../components/states'
import { ApprovalsHint } from './approvals/ApprovalsHint'
import { AtVenue } from './mine/AtVenue'
import { Head } from './page/Head'
import { useGuestWords } from './words'

/** All that is the guest's, and what it asks of them, live: the page to begin from. */
export function MinePage() {
  const { mine } = useGuestWords()
  const [answer, again] = useQuery({ query: VenuesQuery, variables: {} })
  return (
    <Stack gap="xl">
      <Head title={mine.title}>{mine.title}</Head>
      <ApprovalsHint />
      <Loaded of={answer} retry={again}>
        {(data) => data.venues.nodes.map((venue) => <AtVenue key={venue.id} venue={venue} />)}
      </Loaded>
    </Stack>
  )
}
