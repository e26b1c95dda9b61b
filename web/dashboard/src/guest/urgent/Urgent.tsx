import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { serverNow } from '../../api/clock'
import { useFeed } from '../../api/useFeed'
import { announce } from '../../components/announce'
import { placesOf, spanOf } from '../../fragments/slots'
import { GuestReservationChanged } from '../booking/commands'
import { useGuestWords } from '../words'
import { GuestOfferChanged, GuestUrgent } from './asked'
import { awaitsGuest } from './awaits'
import { Deadline } from './Deadline'

/** Offers and holds at a venue that run out, over whatever page is shown: they come live. */
export function Urgent({ venue, except, named = false, onChange }: { venue: { id: string; name: string; timeZone: string }; except?: string; named?: boolean; onChange?: () => void }) {
  const words = useGuestWords()
  const [answer, again] = useQuery({ query: GuestUrgent, variables: { venueId: venue.id } })
  const reload = () => again({ requestPolicy: 'network-only' })
  const changed = () => {
    reload()
    onChange?.()
  }
  useFeed(GuestOfferChanged, { venueId: venue.id }, { onReload: reload, onChange: changed })
  useFeed(GuestReservationChanged, { venueId: venue.id }, { onChange: changed })
  const offers = (answer.data?.offers.nodes ?? []).filter((offer) => offer.status === 'OFFERED' && offer.id !== except && Date.parse(offer.expiresAt) > serverNow())
  const holds = (answer.data?.reservations.nodes ?? []).filter((hold) => awaitsGuest(hold, serverNow()) && hold.id !== except)
  const known = useRef<Set<string>>(undefined)
  const ids = offers.map((offer) => offer.id).join(' ')
  useEffect(() => {
    if (!answer.data) return
    const now = new Set(ids.split(' ').filter(Boolean))
    // The offers that were there when the page came are read with it; one that comes later is said.
    if (known.current && [...now].some((id) => !known.current!.has(id))) announce(words.offer.arrived)
    known.current = now
  }, [ids, answer.data, words])
  const at = (places: string) => (named ? `${places} · ${venue.name}` : places)
  if (offers.length + holds.length === 0) return null
  return (
    <ul className="urgent" data-testid="urgent">
      {offers.map((offer) => {
        const span = spanOf(offer.slots)
        return span && <Deadline key={offer.id} kind="offer" to={`/offer/${offer.id}`} title={words.offer.title} at={span.from} zone={venue.timeZone} place={at(placesOf(offer.slots))} until={offer.expiresAt} onOver={reload} />
      })}
      {holds.map((hold) => {
        const span = spanOf(hold.slots)
        return span && <Deadline key={hold.id} kind="hold" to={`/reservation/${hold.id}`} title={words.held.title} at={span.from} zone={venue.timeZone} place={at(placesOf(hold.slots))} until={hold.expiresAt!} onOver={reload} />
      })}
    </ul>
  )
}
