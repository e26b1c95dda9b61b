import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/icons'
import { Section } from '../frame/Section'
import { useAdminWords } from '../words'
import { faultsOfWeek, weekdays, type Window } from './week'
import { WeekGrid } from './WeekGrid'
import { WindowFields } from './WindowFields'

const first: Window = { weekdays: [1, 2, 3, 4, 5], opens: '09:00', closes: '18:00', slotLength: 'PT1H', every: 'PT1H', walkInOnly: false }

/** Like the last, on the days that have none yet. */
const another = (windows: readonly Window[]): Window => ({
  ...(windows.at(-1) ?? first),
  weekdays: windows.length ? weekdays.filter((day) => !windows.some((window) => window.weekdays.includes(day))) : first.weekdays,
})

/** The weekly windows twice: as a grid to paint in, and as fields. */
export function WeekEditor({
  windows,
  change,
  readOnly,
  note,
}: {
  windows: Window[]
  change: (windows: Window[]) => void
  readOnly: boolean
  note?: string
}) {
  const {
    hours: { week: words },
  } = useAdminWords()
  const [chosen, choose] = useState<number | null>(null)
  const faults = faultsOfWeek(windows)
  const replace = (index: number, window: Window) => change(windows.map((other, i) => (i === index ? window : other)))
  const add = (window: Window) => {
    change([...windows, window])
    choose(windows.length)
  }
  const remove = (index: number) => {
    change(windows.filter((_, i) => i !== index))
    choose(null)
  }
  return (
    <Section title={words.title} text={readOnly ? undefined : words.text} testId="week">
      <WeekGrid
        windows={windows}
        chosen={chosen !== null && chosen < windows.length ? chosen : null}
        choose={choose}
        change={replace}
        add={add}
        readOnly={readOnly}
      />
      {windows.length === 0 && (
        <Text size="sm" c="dimmed">
          {note ?? words.none}
        </Text>
      )}
      <Stack gap="xs">
        {windows.map((window, index) => (
          <WindowFields
            key={index}
            index={index}
            window={window}
            chosen={chosen === index}
            faults={faults[index]!}
            disabled={readOnly}
            change={(next) => replace(index, next)}
            onFocus={() => choose(index)}
            {...(readOnly ? {} : { remove: () => remove(index) })}
          />
        ))}
      </Stack>
      {!readOnly && (
        <div>
          <Button variant="outline" leftSection={<Icon name="plus" size={16} />} onClick={() => add(another(windows))}>
            {words.add}
          </Button>
        </div>
      )}
    </Section>
  )
}
