import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { useFeed } from '../../api/useFeed'
import { intentIsOver } from '../../commands/driver'
import type { GuestIntentQuery } from '../../gql/guest/graphql'
import { GuestIntent, GuestIntentChanged, GuestIntents } from './asked'

export type IntentRead = NonNullable<GuestIntentQuery['intent']>

/**
 * The work about a reservation that is under way, or that failed last and is worth telling: a reservation forgets its intent once that is over, but its
 * guest wants to know why it is not what was asked for. Undefined where there is nothing to tell.
 */
export function useLastIntent(reservation: { id: string; updatedAt: string; venue: { id: string }; intent?: { id: string } | null }, reload: () => void): IntentRead | undefined {
  const inHand = reservation.intent?.id
  const [after, setAfter] = useState<string | null>(null)
  const [all, again] = useQuery({ query: GuestIntents, variables: { venueId: reservation.venue.id, after } })
  const page = all.data?.intents.pageInfo
  // They come oldest first, a hundred at a time; the last is on the last page.
  useEffect(() => {
    if (page?.hasNextPage && page.endCursor) setAfter(page.endCursor)
  }, [page?.hasNextPage, page?.endCursor])
  const last = all.data?.intents.nodes.filter((one) => one.reservation?.id === reservation.id).sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))[0]
  const id = inHand ?? last?.id
  useEffect(() => again({ requestPolicy: 'network-only' }), [inHand, again])
  const [answer] = useQuery({ query: GuestIntent, variables: { id: id ?? '' }, pause: !id })
  useFeed(GuestIntentChanged, { id: id ?? '' }, {
    pause: !id,
    onChange: (event) => {
      if (intentIsOver(event.intent?.status)) reload()
    },
  })
  const intent = id ? answer.data?.intent : undefined
  if (!intent || intent.id !== id || intent.status === 'SUCCEEDED') return undefined
  if (!intentIsOver(intent.status)) return intent
  // What changed since has been told already by what the reservation is now.
  return Date.parse(intent.updatedAt) + 5_000 >= Date.parse(reservation.updatedAt) ? intent : undefined
}
