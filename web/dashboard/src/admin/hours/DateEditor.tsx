import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/icons'
import { useLanguage } from '../../messages/language'
import type { Day } from '../../time/day'
import { useAdminWords } from '../words'
import { faultsOf, openFor, minutesOf, type Window } from './week'
import { sayDay } from './weekdays'
import { WindowFields } from './WindowFields'
import type { Exception } from './year'

interface Props {
  day: Day
  exception: Exception | undefined
  /** What the week would open on this day; own hours begin with it. */
  usual: Window[]
  /** What is special about the date already. */
  note: string
  apply: (exception: Exception | null) => void
  cancel: () => void
}

type Choice = 'week' | 'closed' | 'open'
const noon: Window = { weekdays: [], opens: '10:00', closes: '18:00', slotLength: 'PT1H', every: 'PT1H', walkInOnly: false }

const overlap = (windows: readonly Window[]) =>
  windows.some((a, i) =>
    windows.some((b, k) => i !== k && minutesOf(a.opens) < minutesOf(b.opens) + openFor(b) && minutesOf(b.opens) < minutesOf(a.opens) + openFor(a)),
  )

/** The rules of one date: as the week says, closed, or its own hours. Nothing is saved from here; it goes into what will be. */
export function DateEditor({ day, exception, usual, note, apply, cancel }: Props) {
  const words = useAdminWords()
  const { editor } = words.hours.dates
  const language = useLanguage()
  const [choice, setChoice] = useState<Choice>(exception ? (exception.closed ? 'closed' : 'open') : 'week')
  const begin = exception?.windows.length
    ? exception.windows.map((window) => ({ ...window, weekdays: [] }))
    : usual.length
      ? usual.map((window) => ({ ...window, weekdays: [] }))
      : [noon]
  const [windows, setWindows] = useState<Window[]>(begin)
  const faults = windows.map((window) => faultsOf(window, true))
  const over = choice === 'open' && faults.every((list) => list.length === 0) && overlap(windows)
  const faulty = choice === 'open' && (windows.length === 0 || over || faults.some((list) => list.length > 0))
  return (
    <Paper withBorder p="md" component="section" aria-label={editor.title(sayDay(day, language))} data-testid="date-editor">
      <Stack gap="sm">
        <Title order={3} size="h5">
          {editor.title(sayDay(day, language))}
        </Title>
        <Text size="xs" c="dimmed">
          {note}
        </Text>
        <SegmentedControl
          aria-label={editor.title(sayDay(day, language))}
          value={choice}
          onChange={(next) => setChoice(next as Choice)}
          data={[
            { value: 'week', label: editor.week },
            { value: 'closed', label: editor.closed },
            { value: 'open', label: editor.open },
          ]}
        />
        {choice === 'open' && (
          <>
            {windows.map((window, index) => (
              <WindowFields
                key={index}
                dated
                index={index}
                window={window}
                faults={faults[index]!.length ? faults[index]! : over ? ['overlaps'] : []}
                change={(next) => setWindows(windows.map((other, i) => (i === index ? next : other)))}
                {...(windows.length > 1 ? { remove: () => setWindows(windows.filter((_, i) => i !== index)) } : {})}
              />
            ))}
            <div>
              <Button
                variant="subtle"
                leftSection={<Icon name="plus" size={16} />}
                onClick={() => setWindows([...windows, { ...(windows.at(-1) ?? noon) }])}
              >
                {editor.addWindow}
              </Button>
            </div>
          </>
        )}
        <Group gap="xs">
          <Button
            variant="light"
            disabled={faulty}
            onClick={() => apply(choice === 'week' ? null : { date: day, closed: choice === 'closed', windows: choice === 'open' ? windows : [] })}
          >
            {editor.apply}
          </Button>
          <Button variant="subtle" color="slate" onClick={cancel}>
            {words.frame.cancel}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
