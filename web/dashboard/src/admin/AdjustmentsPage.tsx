// The first version of this screen: it reads and shows the rows. It is the administrators screens' authors' to replace.
import { Stack, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { Empty, Loaded } from '../components/states'
import { graphql } from '../gql/admin'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { useVenue } from '../shell/venue'

const Rows = graphql(`
  query AdminAdjustments($venueId: ID!) {
    adjustments(venueId: $venueId, first: 50) {
      nodes {
        id
        version
        kind
        amount
        reason
        grantedBy
        expiresAt
        revokedAt
        customer {
          ...CustomerCore
        }
      }
    }
  }
`)

export function AdjustmentsPage() {
  const venue = useVenue()
  const { nav } = useWords(shellWords)
  const [answer, again] = useQuery({ query: Rows, variables: { venueId: venue.id } })
  return (
    <Stack>
      <Title order={1} size="h2">{nav.adjustments}</Title>
      <Loaded of={answer} retry={again}>
        {(data) => {
          const rows = data.adjustments.nodes
          if (rows.length === 0) return <Empty />
          return <ul>{rows.map((row) => <li key={row.id}>{row.customer.name} {row.kind} {row.reason}</li>)}</ul>
        }}
      </Loaded>
    </Stack>
  )
}
