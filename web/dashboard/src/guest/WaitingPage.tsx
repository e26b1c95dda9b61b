import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { useFeed } from '../api/useFeed'
import { Loaded, NotFound } from '../components/states'
import { GuestOfferChanged } from './urgent/asked'
import { GuestEntry, GuestEntryChanged } from './waiting/commands'
import { Entry } from './waiting/Entry'

/** A place can move without the entry changing: others leave the line. So it is asked for again as long as the page is looked at. */
const askEvery = 15_000

/** One's place in line, and all that becomes of it. */
export function WaitingPage() {
  const { id } = useParams({ from: '/guest/waiting/$id' })
  const [answer, again] = useQuery({ query: GuestEntry, variables: { id } })
  const reload = () => again({ requestPolicy: 'network-only' })
  const entry = answer.data?.waitlistEntry
  const venueId = entry?.venue.id
  useFeed(GuestEntryChanged, { id }, { onReload: reload, onChange: reload })
  useFeed(GuestOfferChanged, { venueId: venueId ?? '' }, { pause: !venueId, onChange: reload })
  const waiting = entry?.status === 'WAITING'
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again({ requestPolicy: 'network-only' })
    }, askEvery)
    return () => clearInterval(timer)
  }, [waiting, again])
  return (
    <Loaded of={answer} retry={again}>
      {({ waitlistEntry }) => (waitlistEntry ? <Entry entry={waitlistEntry} /> : <NotFound />)}
    </Loaded>
  )
}
