import { Button } from '@mantine/core'
import { serverNow } from '../../api/clock'
import { download } from '../../components/download'
import { Icon } from '../../components/icons'
import { placesOf, spanOf } from '../../fragments/slots'
import { calendarFile } from '../calendar/event'
import { useGuestWords } from '../words'
import type { BookingRead } from './Booking'

/** A file for the guest's own calendar. It is made here, and no other origin is asked. */
export function AddToCalendar({ reservation }: { reservation: BookingRead }) {
  const words = useGuestWords().confirmed
  const span = spanOf(reservation.slots)
  if (!span) return null
  const save = () => {
    const certain = reservation.status !== 'HELD'
    const text = calendarFile(
      {
        reservationId: reservation.id, version: reservation.version, startsAt: span.from, endsAt: span.to, certain,
        summary: words.eventSummary(reservation.venue.name, reservation.partySize),
        location: `${placesOf(reservation.slots)}, ${reservation.venue.name}`,
        description: [certain ? '' : words.eventHeld, `${words.eventText} ${location.origin}/reservation/${reservation.id}`].filter(Boolean).join('\n'),
      },
      serverNow(),
    )
    download(`${reservation.venue.code}-${span.from.slice(0, 10)}.ics`, 'text/calendar', text)
  }
  return (
    <Button variant="default" leftSection={<Icon name="calendar" />} onClick={save} title={words.calendarText}>
      {words.addToCalendar}
    </Button>
  )
}
