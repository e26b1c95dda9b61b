import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { serverNow } from '../../api/clock'
import { Icon } from '../../components/icons'
import { addDays, dayOf } from '../../time/day'
import { useReservationWords } from './words'

/** A civil day of the venue: the one before, the one after, today, or any by its date. */
export function DayPicker({ day, zone, go }: { day: string; zone: string; go: (day: string) => void }) {
  const words = useReservationWords()
  const today = dayOf(serverNow(), zone)
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon color="slate" onClick={() => go(addDays(day, -1))} aria-label={words.before} title={words.before}>
        <Icon name="back" size={18} />
      </ActionIcon>
      <TextInput
        type="date"
        aria-label={words.day}
        value={day}
        onChange={(event) => event.currentTarget.value && go(event.currentTarget.value)}
        w="9.5rem"
      />
      <ActionIcon color="slate" onClick={() => go(addDays(day, 1))} aria-label={words.after} title={words.after}>
        <Icon name="forward" size={18} />
      </ActionIcon>
      <Button variant="subtle" color="slate" disabled={day === today} onClick={() => go(today)}>
        {words.today}
      </Button>
    </Group>
  )
}
