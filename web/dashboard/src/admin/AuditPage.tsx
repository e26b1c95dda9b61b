// The first version of this screen: it reads and shows the rows. It is the administrators screens' authors' to replace.
import { Stack, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { Empty, Loaded } from '../components/states'
import { TimeText } from '../components/TimeText'
import { graphql } from '../gql/admin'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { useVenue } from '../shell/venue'

const Rows = graphql(`
  query AdminAudit($venueId: ID!) {
    auditLog(venueId: $venueId, first: 50) {
      nodes {
        id
        at
        actor
        operation
        outcome
        problemCode
        reason
        correlationId
        subjectId
      }
    }
  }
`)

export function AuditPage() {
  const venue = useVenue()
  const { nav } = useWords(shellWords)
  const [answer, again] = useQuery({ query: Rows, variables: { venueId: venue.id } })
  return (
    <Stack>
      <Title order={1} size="h2">{nav.audit}</Title>
      <Loaded of={answer} retry={again}>
        {(data) => {
          const rows = data.auditLog.nodes
          if (rows.length === 0) return <Empty />
          return <ul>{rows.map((row) => <li key={row.id}><TimeText at={row.at} zone={venue.timeZone} style="dateTime" /> {row.operation} {row.outcome} {row.actor}</li>)}</ul>
        }}
      </Loaded>
    </Stack>
  )
}
