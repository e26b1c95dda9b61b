import { Button, Checkbox, Chip, Group, Paper, Stack, Text } from '@mantine/core'
import { Icon } from '../../components/icons'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { ClockInput } from '../entry/ClockInput'
import { LengthInput } from '../entry/LengthInput'
import { secondsOf } from '../entry/length'
import { useAdminWords } from '../words'
import { clockOf, isClock, minutesOf, startsOf, weekdays, wholeDay, type Window, type WindowFault } from './week'
import { weekdayName } from './weekdays'

interface Props {
  window: Window
  index: number
  /** Of a dated exception: then the date decides, not weekdays. */
  dated?: boolean
  chosen?: boolean
  faults: readonly WindowFault[]
  change: (window: Window) => void
  remove?: () => void
  onFocus?: () => void
  disabled?: boolean
}

/** All of one window as fields. */
export function WindowFields({ window, index, dated = false, chosen = false, faults, change, remove, onFocus, disabled = false }: Props) {
  const {
    hours: { window: words, week },
  } = useAdminWords()
  const language = useLanguage()
  const set = (patch: Partial<Window>) => change({ ...window, ...patch })
  const { slotLength, every } = window
  const [length, step] = [secondsOf(slotLength), secondsOf(every)]
  const starts = faults.length ? [] : startsOf(window)
  const late = isClock(window.opens) && isClock(window.closes) && minutesOf(window.closes) <= minutesOf(window.opens)
  const has = (fault: WindowFault) => (faults.includes(fault) ? words.fault[fault] : undefined)
  const shown = starts
    .slice(0, 12)
    .map((at) => clockOf(at) + (at >= wholeDay ? ` (${week.nextDay})` : ''))
    .join(' ')
  return (
    <Paper
      component="fieldset"
      withBorder
      p="sm"
      m={0}
      onFocus={onFocus}
      disabled={disabled}
      data-window={index}
      style={chosen ? { borderColor: 'var(--edge-pine)' } : undefined}
    >
      <Text component="legend" size="xs" fw={600} c="dimmed" px={4}>
        {words.legend(number(language, index + 1))}
      </Text>
      <Stack gap="xs">
        {!dated && (
          <Chip.Group multiple value={window.weekdays.map(String)} onChange={(days) => set({ weekdays: days.map(Number).sort((a, b) => a - b) })}>
            <Group gap={4} role="group" aria-label={words.days}>
              {weekdays.map((day) => (
                <Chip key={day} value={String(day)} size="xs" variant="light">
                  {weekdayName(day, language)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        )}
        <Group align="flex-start" gap="sm">
          <ClockInput label={words.opens} value={window.opens} onChange={(opens) => set({ opens })} error={has('badClock')} />
          <ClockInput
            label={words.closes}
            value={window.closes}
            onChange={(closes) => set({ closes })}
            description={late ? words.pastMidnight : undefined}
            error={has('overlaps')}
          />
          <LengthInput
            label={words.slotLength}
            value={slotLength}
            among={['minute', 'hour']}
            onChange={(next) => set(every === slotLength ? { slotLength: next, every: next } : { slotLength: next })}
            error={has('badLength') ?? has('noSlotFits')}
          />
          <LengthInput
            label={words.every}
            value={every}
            among={['minute', 'hour']}
            onChange={(next) => set({ every: next })}
            error={has('badEvery')}
          />
        </Group>
        {has('noWeekday') && (
          <Text size="xs" c="rust.8" role="alert">
            {has('noWeekday')}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {length && step ? (step === length ? words.everyHelp.same : step < length ? words.everyHelp.overlap : words.everyHelp.gaps) : ''}{' '}
          {starts.length > 0 && words.starts(shown)}
          {starts.length > 12 && ` ${words.more(number(language, starts.length - 12))}`}
        </Text>
        <Group justify="space-between">
          <Checkbox
            size="xs"
            label={words.walkInOnly}
            checked={window.walkInOnly}
            onChange={(event) => set({ walkInOnly: event.currentTarget.checked })}
          />
          {remove && (
            <Button variant="subtle" color="rust" leftSection={<Icon name="close" size={14} />} onClick={remove}>
              {words.remove}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}
