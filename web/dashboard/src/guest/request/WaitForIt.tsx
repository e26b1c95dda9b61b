import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCommand } from '../../commands/useCommand'
import { GuestRequest } from '../booking/commands'
import { Said } from '../page/Said'
import { useGuestWords } from '../words'
import type { IntentRead } from './useLastIntent'

/** Asks again for a place that somebody else was faster at, and waits for it this time. */
export function WaitForIt({ intent }: { intent: IntentRead }) {
  const words = useGuestWords().inHand
  const navigate = useNavigate()
  const ask = useCommand(GuestRequest, { target: `again ${intent.id}`, about: intent.venue.name })
  const again = async () => {
    const result = await ask.run({ slotIds: intent.slots.map((slot) => slot.id), partySize: intent.partySize, waitForSeat: true })
    if (result?.settled.kind === 'accepted' && result.settled.intentId) void navigate({ to: '/request/$id', params: { id: result.settled.intentId } })
  }
  return (
    <div>
      <Said of={[ask]} />
      <Button variant="outline" disabled={ask.busy} onClick={() => void again()}>{words.waitForIt}</Button>
      <Text size="sm" c="dimmed" mt={4}>{words.waitForItText}</Text>
    </div>
  )
}
