import { memo, useSyncExternalStore } from 'react'
import { serverNow } from '../../api/clock'
import { Icon } from '../../components/icons'
import { Empty } from '../../components/states'
import { ZoneNote } from '../../components/TimeText'
import { useShared } from './Floor'
import type { FloorDay } from './FloorDay'
import type { Bar } from './kinds'
import { barName, clockText } from './naming'

/** The bars of a day, read anew only when the floor has changed. */
const bars = new WeakMap<FloorDay, { revision: number; bars: readonly Bar[] }>()
function barsOf(floor: FloorDay): readonly Bar[] {
  const known = bars.get(floor)
  if (known?.revision === floor.revision) return known.bars
  const fresh = { revision: floor.revision, bars: floor.bars() }
  bars.set(floor, fresh)
  return fresh.bars
}

/** The day as a list, by time: for small screens, and for whoever would rather read. */
export function DayList({ onOpen }: { onOpen: (bookingId: string) => void }) {
  const { floor, tongue } = useShared()
  const { words, zone } = tongue
  const all = useSyncExternalStore(floor.watch, () => barsOf(floor))
  if (all.length === 0) return <Empty title={words.list.empty} icon="timeline">{words.list.emptyHelp}</Empty>
  return (
    <section aria-label={words.list.title} className="day-list">
      <ZoneNote zone={zone} at={floor.bounds.from} />
      <ul>
        {all.map((bar) => (
          <Line key={bar.key} bar={bar} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

const Line = memo(function Line({ bar, onOpen }: { bar: Bar; onOpen: (bookingId: string) => void }) {
  const { floor, tongue } = useShared()
  const { words } = tongue
  const place = floor.place(bar.placeId)
  if (!place) return null
  const { booking } = bar
  const state = booking.status === 'NO_SHOW' ? words.noShow : words.look[bar.look]
  return (
    <li>
      <button type="button" className="day-line" data-look={bar.look} data-conflict={bar.conflict || undefined} data-late={bar.late || undefined} aria-label={barName(bar, place, serverNow(), tongue)} onClick={() => onOpen(booking.id)}>
        <span className="day-time">
          <b>{clockText(bar.from, tongue)}</b>
          <span>{clockText(bar.until, tongue)}</span>
        </span>
        <span className="day-who">
          <b>{booking.name}</b>
          <span>{place.name} · {tongue.party(booking.partySize)}</span>
        </span>
        <span className="day-state" data-look={bar.look}>
          {(bar.conflict || bar.late) && <Icon name={bar.conflict ? 'warning' : 'hours'} size={14} />}
          {bar.late ? words.late : state}
        </span>
      </button>
    </li>
  )
})
