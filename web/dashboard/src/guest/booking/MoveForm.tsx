import { Button, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from 'urql'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { Loaded, NotFound } from '../../components/states'
import { placesOf, spanOf } from '../../fragments/slots'
import type { GuestReservationQuery } from '../../gql/guest/graphql'
import type { VenueToBook } from '../find/Find'
import type { Time } from '../find/times'
import { When } from '../when/When'
import { useGuestWords } from '../words'
import { GuestMove, GuestReservation } from './commands'
import { PlaceChoice } from './PlaceChoice'

interface Props {
  venue: VenueToBook
  /** The reservation that is changed. */
  id: string
  time: Time
  party: number
  place: string | undefined
}

/** Changing a booking to another time, in one step. */
export function MoveForm(props: Props) {
  const [answer, again] = useQuery({ query: GuestReservation, variables: { id: props.id } })
  return (
    <Loaded of={answer} retry={again}>
      {({ reservation }) => (reservation ? <Move {...props} reservation={reservation} /> : <NotFound />)}
    </Loaded>
  )
}

function Move({ venue, time, party, place, reservation }: Props & { reservation: NonNullable<GuestReservationQuery['reservation']> }) {
  const words = useGuestWords()
  const navigate = useNavigate()
  const [slotId, setSlotId] = useState<string>()
  const move = useCommand(GuestMove, { target: reservation.id, about: venue.name })
  const now = spanOf(reservation.slots)
  const chosen = time.places.find((one) => one.slotId === slotId) ?? time.places[0]
  if (!chosen || !now) return null
  const same = reservation.slots.some((slot) => slot.id === chosen.slotId) && reservation.partySize === party
  const change = async () => {
    const result = await move.run(
      { reservationId: reservation.id, slotIds: [chosen.slotId], expectedVersion: reservation.version, ...(party === reservation.partySize ? {} : { partySize: party }) },
      reservation,
    )
    const kind = result?.settled.kind
    if (kind === 'done' || kind === 'doneBefore' || kind === 'accepted') void navigate({ to: '/reservation/$id', params: { id: reservation.id }, replace: true })
  }
  return (
    <Stack gap="md">
      <div className="before-after">
        <section aria-label={words.move.now}>
          <Text size="sm" c="dimmed">{words.move.now}</Text>
          <When {...now} zone={venue.timeZone} />
          <Text>{placesOf(reservation.slots)} · {words.people(reservation.partySize)}</Text>
        </section>
        <section aria-label={words.move.after}>
          <Text size="sm" c="dimmed">{words.move.after}</Text>
          <When from={time.startsAt} to={time.endsAt} zone={venue.timeZone} />
          <Text>{chosen.resource.name} · {words.people(party)}</Text>
        </section>
      </div>
      <PlaceChoice places={time.places} value={chosen.slotId} onChange={setSlotId} fixed={place} />
      <CommandResult of={move} quietWhenDone />
      <Button size="lg" fullWidth loading={move.busy} disabled={same} onClick={() => void change()}>{words.move.button}</Button>
      <Text size="sm" c="dimmed">{same ? words.move.same : words.move.explain}</Text>
    </Stack>
  )
}
