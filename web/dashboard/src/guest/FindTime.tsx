import { useParams } from '@tanstack/react-router'
import { useAllPages } from '../api/useAllPages'
import { Loaded, NotFound } from '../components/states'
import { useVenue, VenueGate } from '../shell/venue'
import { GuestVenue } from './find/asked'
import { Find } from './find/Find'

/** Finding a time at a venue, and holding it. */
export function FindTime() {
  const { venue } = useParams({ from: '/guest/book/$venue' })
  return (
    <VenueGate named={venue}>
      <AtVenue />
    </VenueGate>
  )
}

function AtVenue() {
  const { id } = useVenue()
  const [answer, again, nodes] = useAllPages({ query: GuestVenue, variables: { id } }, (data) => data.venue?.resources)
  return (
    <Loaded of={answer} retry={again}>
      {({ venue }) => (venue ? <Find venue={{ ...venue, resources: { nodes } }} /> : <NotFound />)}
    </Loaded>
  )
}
