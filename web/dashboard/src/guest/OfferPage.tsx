import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { serverNow } from '../api/clock'
import { useFeed } from '../api/useFeed'
import { intentIsOver } from '../commands/driver'
import { useCommand } from '../commands/useCommand'
import { Loaded, NotFound } from '../components/states'
import { GuestConfirmOffer, GuestDeclineOffer, GuestOffer } from './offer/asked'
import { Open } from './offer/Open'
import { Decided } from './offer/Decided'
import { GuestIntentChanged } from './request/asked'
import { InHand } from './request/InHand'
import { GuestOfferChanged } from './urgent/asked'
import { Urgent } from './urgent/Urgent'
import type { GuestOfferQuery } from '../gql/guest/graphql'

export type OfferRead = NonNullable<GuestOfferQuery['offer']>

/** An offer: open, being arranged, or decided. */
export function OfferPage() {
  const { id } = useParams({ from: '/guest/offer/$id' })
  const [answer, again] = useQuery({ query: GuestOffer, variables: { id } })
  const reload = () => again({ requestPolicy: 'network-only' })
  const offer = answer.data?.offer
  const venueId = offer?.entry.venue.id
  useFeed(GuestOfferChanged, { venueId: venueId ?? '' }, {
    pause: !venueId,
    onReload: reload,
    onChange: (event) => {
      if (event.offer?.id === id) reload()
    },
  })
  const intentId = offer?.intent?.id
  useFeed(GuestIntentChanged, { id: intentId ?? '' }, {
    pause: !intentId,
    onChange: (event) => {
      if (intentIsOver(event.intent?.status)) reload()
    },
  })
  return (
    <Loaded of={answer} retry={again}>
      {(data) => (data.offer ? <Offer key={id} offer={data.offer} reload={reload} /> : <NotFound />)}
    </Loaded>
  )
}

function Offer({ offer, reload }: { offer: OfferRead; reload: () => void }) {
  const target = { target: offer.id, about: offer.entry.venue.name }
  const accept = useCommand(GuestConfirmOffer, target)
  const decline = useCommand(GuestDeclineOffer, target)
  // A lapsed offer reads as such at once; the clock only says when to look.
  const open = offer.status === 'OFFERED' && (!!offer.intent || Date.parse(offer.expiresAt) > serverNow())
  return (
    <Stack gap="lg">
      {offer.intent && <InHand intent={{ ...offer.intent, offer: null }} within />}
      {open ? <Open offer={offer} accept={accept} decline={decline} reload={reload} /> : <Decided offer={offer} said={[accept, decline]} />}
      <Urgent venue={offer.entry.venue} except={offer.id} />
    </Stack>
  )
}
