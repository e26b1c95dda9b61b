import type { Venue } from '../../shell/venue'
import { Urgent } from '../urgent/Urgent'
import { AtVenue } from './AtVenue'
import type { Where } from './useWhere'

/** Offers are listened for at so many venues, those first at which something is waited for; a socket carries a hundred subscriptions. */
const mostHeard = 30

/** What is the guest's now at all venues; what runs out comes first, live. */
export function AllOfMine({ venues, where }: { venues: readonly Venue[]; where: Where }) {
  const heard = [...where.something, ...where.nothing].slice(0, mostHeard)
  return (
    <>
      <div className="urgent-all">{heard.map((venue) => <Urgent key={venue.id} venue={venue} named={venues.length > 1} onChange={() => where.look(venue)} />)}</div>
      {where.something.map((venue) => <AtVenue key={venue.id} venue={venue} />)}
    </>
  )
}
