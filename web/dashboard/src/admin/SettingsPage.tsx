import { Stack } from '@mantine/core'
import { useQuery } from 'urql'
import { Loaded, NotFound } from '../components/states'
import { graphql } from '../gql/admin'
import { useVenue } from '../shell/venue'
import { PageHead } from './frame/PageHead'
import { Areas } from './venues/Areas'
import { Basics } from './venues/Basics'
import { Pauses } from './venues/Pauses'
import { Switches } from './venues/Switches'
import { useAdminWords } from './words'

const Settings = graphql(`
  query AdminSettings($venueId: ID!) {
    venue(id: $venueId) {
      ...AdminVenueSettings
      areas {
        ...AdminArea
      }
    }
  }
`)

/** What one venue is: name, clock, areas, switches, pauses. */
export function SettingsPage() {
  const { settings: words } = useAdminWords()
  const { id } = useVenue()
  const [answer, again] = useQuery({ query: Settings, variables: { venueId: id } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  return (
    <Stack maw="64rem">
      <PageHead title={words.title}>{words.text}</PageHead>
      <Loaded of={answer} retry={again}>
        {({ venue }) =>
          venue ? (
            <>
              <Basics key={venue.id} venue={venue} />
              <Areas venueId={venue.id} areas={venue.areas} changed={refresh} />
              <Switches key={`${venue.id} switches`} venue={venue} />
              <Pauses venue={venue} />
            </>
          ) : (
            <NotFound />
          )
        }
      </Loaded>
    </Stack>
  )
}
