// The first version of this screen: it reads and shows the rows. It is the staff screens' authors' to replace.
import { Stack, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { Empty, Loaded } from '../components/states'
import { StatusBadge } from '../components/StatusBadge'
import { SpanText } from '../components/TimeText'
import { graphql } from '../gql/staff'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { useVenue } from '../shell/venue'

const Rows = graphql(`
  query StaffWaitlist($venueId: ID!) {
    waitlistEntries(venueId: $venueId, filter: { statuses: [WAITING, OFFERED] }, first: 100) {
      nodes {
        ...EntryCore
      }
    }
  }
`)

export function WaitlistPage() {
  const venue = useVenue()
  const { nav } = useWords(shellWords)
  const [answer, again] = useQuery({ query: Rows, variables: { venueId: venue.id } })
  return (
    <Stack>
      <Title order={1} size="h2">{nav.waitlist}</Title>
      <Loaded of={answer} retry={again}>
        {(data) => {
          const rows = data.waitlistEntries.nodes
          if (rows.length === 0) return <Empty />
          return <ul>{rows.map((row) => <li key={row.id}>{row.position} {row.customer.name} <StatusBadge of="entryStatus" value={row.status} /> <SpanText from={row.from} to={row.to} zone={venue.timeZone} /></li>)}</ul>
        }}
      </Loaded>
    </Stack>
  )
}
