import { useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
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
  const [answer, again] = useQuery({ query: GuestVenue, variables: { id } })
  return (
    <Loaded of={answer} retry={again}>
      {({ venue }) => (venue ? <Find venue={venue} /> : <NotFound />)}
    </Loaded>
  )
}
