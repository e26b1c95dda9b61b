import { ActionIcon, Badge, Button, Group, SegmentedControl, Switch, Title } from '@mantine/core'
import { useRef, useSyncExternalStore } from 'react'
import { serverNow } from '../../api/clock'
import { Icon } from '../../components/icons'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { addDays, clockChange, dayOf, type Day } from '../../time/day'
import { StaffKeys } from '../keyboard/StaffKeys'
import { WalkInButton } from '../walkin/WalkInDialog'
import { useShared } from './Floor'
import { zooms } from './scale'

export type View = 'grid' | 'list'

interface Props {
  day: Day
  view: View
  zoom: number
  withOver: boolean
  onDay: (day: Day) => void
  onView: (view: View) => void
  onZoom: (zoom: number) => void
  onOver: (withOver: boolean) => void
  onNow: () => void
}

/** The day, how it is looked at, and how it stands. */
export function Toolbar({ day, view, zoom, withOver, onDay, onView, onZoom, onOver, onNow }: Props) {
  const { tongue } = useShared()
  const { words, zone } = tongue
  const { nav } = useWords(shellWords)
  const today = dayOf(serverNow(), zone)
  const turn = clockChange(day, zone)
  const bigger = () => zoom < zooms.length - 1 && onZoom(zoom + 1)
  const smaller = () => zoom > 0 && onZoom(zoom - 1)
  const bindings = { '[': () => onDay(addDays(day, -1)), ']': () => onDay(addDays(day, 1)), t: () => (day === today ? onNow() : onDay(today)), '+': bigger, '=': bigger, '-': smaller }
  const lines = [
    { keys: ['[', ']'], does: words.keys.days },
    { keys: ['t'], does: words.toNow },
    { keys: ['+', '-'], does: words.keys.zoom },
    { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], does: words.keys.go },
    { keys: ['Enter'], does: words.keys.open },
    { keys: ['Space'], does: words.keys.carry },
    { keys: ['Escape'], does: words.carry.back },
  ]
  return (
    <>
      <Group gap="sm" className="floor-tools">
        <Title order={1} size="h3">{nav.timeline}</Title>
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label={words.before} title={words.before} onClick={() => onDay(addDays(day, -1))}><Icon name="back" /></ActionIcon>
          <DayButton day={day} onDay={onDay} />
          <ActionIcon aria-label={words.after} title={words.after} onClick={() => onDay(addDays(day, 1))}><Icon name="forward" /></ActionIcon>
          <Button variant="outline" color="slate" onClick={() => (day === today ? onNow() : onDay(today))}>{day === today ? words.toNow : words.today}</Button>
        </Group>
        <SegmentedControl aria-label={words.view} value={view} onChange={(next) => onView(next as View)} data={(['grid', 'list'] as const).map((value) => ({ value, label: words.views[value] }))} />
        {view === 'grid' && (
          <Group gap={0} wrap="nowrap">
            <ActionIcon aria-label={words.zoomOut} title={words.zoomOut} disabled={zoom === 0} onClick={() => onZoom(zoom - 1)}><Minus /></ActionIcon>
            <ActionIcon aria-label={words.zoomIn} title={words.zoomIn} disabled={zoom === zooms.length - 1} onClick={() => onZoom(zoom + 1)}><Icon name="plus" /></ActionIcon>
          </Group>
        )}
        <Switch size="xs" label={words.showOver} checked={withOver} onChange={(event) => onOver(event.currentTarget.checked)} />
        <WalkInButton />
        <StaffKeys bindings={bindings} lines={lines} />
        <Standing />
      </Group>
      {turn !== 0 && (
        <p className="floor-turn" role="note">
          <Icon name="hours" size={16} />
          {turn === -1 ? words.clockForward : turn === 1 ? words.clockBack : words.clockOther(String(24 + turn))}
        </p>
      )}
    </>
  )
}

/** The day in words; the browser's own calendar chooses another. */
function DayButton({ day, onDay }: { day: Day; onDay: (day: Day) => void }) {
  const { words, language, zone } = useShared().tongue
  const field = useRef<HTMLInputElement>(null)
  const thisYear = day.slice(0, 4) === dayOf(serverNow(), zone).slice(0, 4)
  const text = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { weekday: 'short', day: 'numeric', month: 'long', ...(thisYear ? {} : { year: 'numeric' }), timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  return (
    <span className="day-choice">
      <Button variant="outline" color="slate" leftSection={<Icon name="calendar" size={16} />} onClick={() => field.current?.showPicker()} aria-label={`${words.pickDay}: ${text}`}>{text}</Button>
      <input ref={field} type="date" value={day} tabIndex={-1} aria-label={words.pickDay} data-testid="day" onChange={(event) => event.currentTarget.value && onDay(event.currentTarget.value)} />
    </span>
  )
}

const Minus = () => (
  <svg viewBox="0 0 24 24" width={20} height={20} stroke="currentColor" strokeWidth="1.800" strokeLinecap="round" aria-hidden="true"><path d="M5 12h14" /></svg>
)

function Standing() {
  const { floor, tongue } = useShared()
  const sum = useSyncExternalStore(floor.watch, () => floor.summary)
  const { summary } = tongue.words
  const badge = (tone: string, text: string) => <Badge variant="light" color={tone} tt="none" fw={600}>{text}</Badge>
  return (
    <Group gap={6} className="floor-standing" data-testid="summary">
      {badge('pine', summary.confirmed(sum.confirmed))}
      {badge('amber', summary.held(sum.held))}
      {badge('sea', summary.seated(sum.seated))}
      {sum.late > 0 && badge('rust', summary.late(sum.late))}
      {sum.conflicts > 0 && badge('rust', summary.conflicts(sum.conflicts))}
    </Group>
  )
}
