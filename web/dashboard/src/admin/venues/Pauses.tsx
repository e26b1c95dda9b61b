import { Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Loaded, Loading } from '../../components/states'
import { ZoneNote } from '../../components/TimeText'
import { graphql } from '../../gql/admin'
import { useMay } from '../../shell/Viewer'
import { NewPause } from './NewPause'
import { PauseRow } from './PauseRow'
import { Section } from '../frame/Section'
import { ActsHead, Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'

const PausesQuery = graphql(`
  query AdminPauses($venueId: ID!) {
    pauses(venueId: $venueId, first: 100) {
      nodes {
        ...AdminPause
      }
    }
  }
`)
export const PauseFields = graphql(`
  fragment AdminPause on Pause {
    id
    version
    from
    until
    reason
    endedAt
    resource {
      id
      version
      name
    }
  }
`)

interface Place {
  id: string
  timeZone: string
}

/** Pauses that run or are planned, and one more. */
export function Pauses({ venue }: { venue: Place }) {
  const {
    settings: { pauses: words },
  } = useAdminWords()
  const [answer, again] = useQuery({ query: PausesQuery, variables: { venueId: venue.id } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  const may = useMay('venue:operate')
  const { columns } = words
  return (
    <Section
      title={words.title}
      text={
        <>
          {words.text} <ZoneNote zone={venue.timeZone} />
        </>
      }
      testId="pauses"
    >
      <Loaded of={answer} retry={again} loading={<Loading rows={2} height={32} />}>
        {(data) =>
          data.pauses.nodes.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.none}
            </Text>
          ) : (
            <Sheet
              label={words.title}
              head={
                <>
                  <th scope="col">{columns.what}</th>
                  <th scope="col">{columns.from}</th>
                  <th scope="col">{columns.until}</th>
                  <th scope="col">{columns.reason}</th>
                  <th scope="col">{columns.state}</th>
                  <ActsHead />
                </>
              }
            >
              {data.pauses.nodes.map((pause) => (
                <PauseRow key={pause.id} pause={pause} zone={venue.timeZone} may={may} changed={refresh} />
              ))}
            </Sheet>
          )
        }
      </Loaded>
      {may && <NewPause venue={venue} added={refresh} />}
    </Section>
  )
}
