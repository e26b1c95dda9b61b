import { Link } from '@tanstack/react-router'
import { Icon } from '../../components/icons'
import { ZoneNote } from '../../components/TimeText'
import type { Venue } from '../../shell/venue'
import { useGuestWords } from '../words'
import { Rows } from './Rows'

/** Venues at which the guest has nothing yet, a line each, which leads to their times. */
export function Elsewhere({ venues }: { venues: readonly Venue[] }) {
  const { mine } = useGuestWords()
  return (
    <Rows title={mine.elsewhere} shown={venues.length > 0} level={2}>
      {venues.map((venue) => (
        <li key={venue.id}>
          <Link to="/book/$venue" params={{ venue: venue.code }} className="row" aria-label={mine.bookAt(venue.name)}>
            <span className="row-what">
              <strong>{venue.name}</strong>
              <ZoneNote zone={venue.timeZone} />
            </span>
            <Icon name="forward" size={18} />
          </Link>
        </li>
      ))}
    </Rows>
  )
}
