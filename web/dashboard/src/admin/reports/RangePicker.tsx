import { Button, Group, Text, TextInput } from '@mantine/core'
import { addDays, type Day } from '../../time/day'
import { useAdminWords } from '../words'
import { longestRange } from './figures'

interface Props {
  range: { from: Day; to: Day; fault?: 'tooLong' | 'order' }
  today: Day
  set: (range: { from: Day; to: Day }) => void
}

/** The dates of a report: a few that are often wanted, or any. */
export function RangePicker({ range, today, set }: Props) {
  const {
    reports: { range: words },
  } = useAdminWords()
  const ready = [
    { label: words.last(7), from: addDays(today, -6), to: today },
    { label: words.last(28), from: addDays(today, -27), to: today },
    { label: words.last(longestRange), from: addDays(today, 1 - longestRange), to: today },
    { label: words.around, from: addDays(today, -13), to: addDays(today, 14) },
  ]
  return (
    <Group align="flex-end" gap="sm" role="group" aria-label={words.label}>
      <Group gap={4}>
        {ready.map(({ label, from, to }) => {
          const chosen = range.from === from && range.to === to
          return (
            <Button
              key={label}
              variant={chosen ? 'filled' : 'outline'}
              {...(chosen ? {} : { color: 'slate' })}
              aria-pressed={chosen}
              onClick={() => set({ from, to })}
            >
              {label}
            </Button>
          )
        })}
      </Group>
      <TextInput
        type="date"
        label={words.from}
        value={range.from}
        onChange={(event) => event.currentTarget.value && set({ from: event.currentTarget.value, to: range.to })}
      />
      <TextInput
        type="date"
        label={words.to}
        value={range.to}
        onChange={(event) => event.currentTarget.value && set({ from: range.from, to: event.currentTarget.value })}
      />
      {range.fault && (
        <Text size="sm" c="rust.8" role="alert">
          {words[range.fault]}
        </Text>
      )}
    </Group>
  )
}
