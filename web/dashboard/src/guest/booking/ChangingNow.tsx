import { Alert, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { Icon } from '../../components/icons'
import { placesOf, spanOf } from '../../fragments/slots'
import { When } from '../when/When'
import { useGuestWords } from '../words'
import { GuestReservation } from './commands'

/** Says over the times that they are looked at to change a booking, and which. */
export function ChangingNow({ id }: { id: string }) {
  const words = useGuestWords()
  const [answer] = useQuery({ query: GuestReservation, variables: { id } })
  const it = answer.data?.reservation
  const span = it && spanOf(it.slots)
  return (
    <Alert variant="light" color="sea" icon={<Icon name="move" />} title={words.find.changing} data-testid="changing">
      <Stack gap="xs" align="flex-start">
        {it && span && (
          <>
            <When from={span.from} to={span.to} zone={it.venue.timeZone} />
            <Text size="sm">{placesOf(it.slots)} · {words.people(it.partySize)}</Text>
          </>
        )}
        <Button variant="outline" color="slate" renderRoot={(props) => <Link to="/reservation/$id" params={{ id }} {...props} />}>{words.find.keepIt}</Button>
      </Stack>
    </Alert>
  )
}
