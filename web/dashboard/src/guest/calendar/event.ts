// One booking as a calendar file, made here from what the page knows: no address of another origin is asked.

interface CalendarEvent {
  /** Public id of the reservation. The feeds of SlotQ use the same, so that a program that has both shows one event. */
  reservationId: string
  /** Version of the reservation: a changed booking replaces the older one. */
  version: number
  startsAt: string
  endsAt: string
  summary: string
  location: string
  description: string
  certain: boolean
}

const utc = (iso: string | number): string => new Date(iso).toISOString().replace(/[-:]|\.\d+/g, '')

const text = (words: string): string => words.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Lines hold 75 octets at most and go on after a space; no character is cut in two. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  const rows: string[] = []
  let row = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > 75) {
      rows.push(row)
      row = ' '
      octets = 1
    }
    row += character
    octets += size
  }
  return [...rows, row].join('\r\n')
}

/** The text of an iCalendar file (RFC 5545) with this one event. */
export function calendarFile(event: CalendarEvent, now: number): string {
  return [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//SlotQ//Bookings//EN', 'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.reservationId}@slotq`, `SEQUENCE:${event.version}`, `DTSTAMP:${utc(now)}`, `DTSTART:${utc(event.startsAt)}`, `DTEND:${utc(event.endsAt)}`,
    `SUMMARY:${text(event.summary)}`, `LOCATION:${text(event.location)}`, `DESCRIPTION:${text(event.description)}`, `STATUS:${event.certain ? 'CONFIRMED' : 'TENTATIVE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].map(fold).join('\r\n') + '\r\n'
}
