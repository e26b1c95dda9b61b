// The first version of this screen: it reads and shows the rows. It is the administrators screens' authors' to replace.
import { Stack, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { Empty, Loaded } from '../components/states'
import { graphql } from '../gql/admin'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'

const Rows = graphql(`
  query AdminAccess {
    memberships(first: 100) {
      nodes {
        id
        version
        displayName
        role
        email
        revokedAt
      }
    }
    apiKeys(first: 100) {
      nodes {
        id
        version
        name
        role
        scopes
        expiresAt
        revokedAt
        lastUsedAt
      }
    }
  }
`)

export function AccessPage() {
  const { nav } = useWords(shellWords)
  const [answer, again] = useQuery({ query: Rows, variables: {} })
  return (
    <Stack>
      <Title order={1} size="h2">{nav.access}</Title>
      <Loaded of={answer} retry={again}>
        {(data) => {
          const rows = [...data.memberships.nodes.map((m) => ({ id: m.id, name: m.displayName, role: m.role })), ...data.apiKeys.nodes]
          if (rows.length === 0) return <Empty />
          return <ul>{rows.map((row) => <li key={row.id}>{row.name} {row.role}</li>)}</ul>
        }}
      </Loaded>
    </Stack>
  )
}
