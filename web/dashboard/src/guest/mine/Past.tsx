import { useState } from 'react'
import { useQuery } from 'urql'
import { Empty, Loaded } from '../../components/states'
import type { Venue } from '../../shell/venue'
import { useGuestWords } from '../words'
import { GuestPast } from './asked'
import { BookingRow } from './AtVenue'
import { Rows } from './Rows'
import { daysFromToday } from './since'

/** What is over, of the last half year; read when somebody wants to see it. */
export function Past({ venue }: { venue: Venue }) {
  const { mine } = useGuestWords()
  const [open, setOpen] = useState(false)
  const [answer, again] = useQuery({ query: GuestPast, variables: { venueId: venue.id, from: daysFromToday(-180, venue.timeZone) }, pause: !open })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{mine.showPast}</summary>
      {open && (
        <Loaded of={answer} retry={again}>
          {(data) => {
            const past = [...data.reservations.nodes].reverse()
            return past.length === 0 ? <Empty icon="recent" /> : <Rows title={mine.past} shown>{past.map((booking) => <BookingRow key={booking.id} booking={booking} zone={venue.timeZone} />)}</Rows>
          }}
        </Loaded>
      )}
    </details>
  )
}
