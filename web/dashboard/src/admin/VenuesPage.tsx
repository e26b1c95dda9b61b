import { Badge, Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useAllPages } from '../api/useAllPages'
import { Icon } from '../components/icons'
import { Empty, Loaded } from '../components/states'
import { graphql } from '../gql/admin'
import type { AdminVenueSettingsFragment } from '../gql/admin/graphql'
import { useLanguage } from '../messages/language'
import { number } from '../messages/words'
import { useMay } from '../shell/Viewer'
import { useServerNow } from '../time/countdown'
import { TimeText } from '../components/TimeText'
import { PageLink } from './frame/PageLink'
import { PageHead } from './frame/PageHead'
import { Sheet } from './frame/Sheet'
import { CreateVenue } from './venues/CreateVenue'
import { useAdminWords } from './words'

const Venues = graphql(`
  query AdminVenues($after: String) {
    venues(first: 100, after: $after) {
      nodes {
        ...AdminVenueSettings
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** All venues of the house, and the way to open another. */
export function VenuesPage() {
  const { venues: words } = useAdminWords()
  const [answer, again, all] = useAllPages({ query: Venues, variables: {} }, (data) => data.venues)
  const [adding, add] = useDisclosure()
  const mayAdd = useMay('venue:manage')
  return (
    <Stack>
      <PageHead
        title={words.title}
        actions={
          mayAdd && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={add.open}>
              {words.add}
            </Button>
          )
        }
      >
        {words.text}
      </PageHead>
      {adding && <CreateVenue close={add.close} added={() => again({ requestPolicy: 'network-only' })} />}
      <Loaded of={answer} retry={again}>
        {() =>
          all.length === 0 ? (
            <Empty icon="venues" title={words.none}>
              {words.noneText}
            </Empty>
          ) : (
            <VenueTable venues={all} />
          )
        }
      </Loaded>
    </Stack>
  )
}

function VenueTable({ venues }: { venues: readonly AdminVenueSettingsFragment[] }) {
  const { venues: words } = useAdminWords()
  const language = useLanguage()
  const now = useServerNow(5_000)
  const { columns } = words
  return (
    <Sheet
      label={words.title}
      head={
        <>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.code}</th>
          <th scope="col">{columns.clock}</th>
          <th scope="col">{columns.rules}</th>
          <th scope="col">{columns.automatic}</th>
          <th scope="col" className="number">
            {columns.laidOut}
          </th>
        </>
      }
    >
      {venues.map((venue) => (
        <tr key={venue.id}>
          <th scope="row">
            <PageLink to={`/v/${venue.code}/admin/settings`}>{venue.name}</PageLink>
          </th>
          <td className="mono">{venue.code}</td>
          <td>
            <TimeText at={now} zone={venue.timeZone} style="dateTime" />
          </td>
          <td>
            <PageLink to={`/v/${venue.code}/admin/policies`}>{words.policy(number(language, venue.policy.number))}</PageLink>
          </td>
          <td>
            <Badge variant="light" color={venue.switches.offers ? 'pine' : 'amber'} tt="none">
              {!venue.switches.offers ? words.off : venue.switches.allowList ? words.some(venue.switches.allowList.length) : words.on}
            </Badge>
          </td>
          <td className="number">{words.days(venue.layoutDays)}</td>
        </tr>
      ))}
    </Sheet>
  )
}
