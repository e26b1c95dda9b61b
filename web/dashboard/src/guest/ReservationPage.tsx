import { useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { useFeed } from '../api/useFeed'
import { Loaded, NotFound } from '../components/states'
import { GuestReservation, GuestReservationChanged } from './booking/commands'
import { Booking } from './booking/Booking'

/** One booking from its hold to its end, at one address: whoever comes back finds it as it stands. */
export function ReservationPage() {
  const { id } = useParams({ from: '/guest/reservation/$id' })
  const [answer, again] = useQuery({ query: GuestReservation, variables: { id } })
  const reload = () => again({ requestPolicy: 'network-only' })
  const venueId = answer.data?.reservation?.venue.id
  useFeed(GuestReservationChanged, { venueId: venueId ?? '' }, {
    pause: !venueId,
    onReload: reload,
    // What is allowed now, and what is under way, comes with the thing and not with the change.
    onChange: (event) => {
      if (event.reservation?.id === id) reload()
    },
  })
  return (
    <Loaded of={answer} retry={again}>
      {({ reservation }) => (reservation ? <Booking key={id} reservation={reservation} reload={reload} /> : <NotFound />)}
    </Loaded>
  )
}
