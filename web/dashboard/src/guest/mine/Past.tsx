import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Loaded } from '../../components/states'
import type { Venue } from '../../shell/venue'
import { useGuestWords } from '../words'
import { GuestPast } from './asked'
import { BookingRow } from './AtVenue'
import { Rows } from './Rows'
import { daysFromToday } from './since'

/** What is over, of the last half year; read when somebody wants to see it. */
export function Past({ venues }: { venues: readonly Venue[] }) {
  const { mine } = useGuestWords()
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{mine.showPast}</summary>
      {open && <Stack>{venues.map((venue) => <PastAt key={venue.id} venue={venue} alone={venues.length === 1} />)}</Stack>}
    </details>
  )
}

function PastAt({ venue, alone }: { venue: Venue; alone: boolean }) {
  const { mine } = useGuestWords()
  const [answer, again] = useQuery({ query: GuestPast, variables: { venueId: venue.id, from: daysFromToday(-180, venue.timeZone) } })
  return (
    <Loaded of={answer} retry={again}>
      {(data) => {
        const past = [...data.reservations.nodes].reverse()
        if (past.length === 0) return alone && <Text c="dimmed">{mine.noPast}</Text>
        return <Rows title={venue.name} shown>{past.map((booking) => <BookingRow key={booking.id} booking={booking} zone={venue.timeZone} />)}</Rows>
      }}
    </Loaded>
  )
}
