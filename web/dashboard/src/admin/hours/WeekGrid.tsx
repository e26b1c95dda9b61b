import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useLanguage } from '../../messages/language'
import { useAdminWords } from '../words'
import { faultsOfWeek, minutesOf, painted, type Segment, segmentsOf, shifted, startsOf, stretched, wholeDay, weekdays, type Window } from './week'
import { sayWeekdays, weekdayName } from './weekdays'
import './WeekGrid.css'

interface Props {
  windows: readonly Window[]
  chosen: number | null
  choose: (index: number | null) => void
  change: (index: number, window: Window) => void
  add: (window: Window) => void
  readOnly?: boolean
}

const snap = 30
interface Corner {
  day: number
  minute: number
}
type Drag = { kind: 'paint'; from: Corner; to: Corner } | { kind: 'move' | 'stretch'; index: number; from: Corner; began: Window; moved: boolean }

/** The week as columns of hours, to be painted by pointer and changed by keys. What it shows stands in the fields beside it too. */
export function WeekGrid({ windows, chosen, choose, change, add, readOnly = false }: Props) {
  const { hours: words } = useAdminWords()
  const language = useLanguage()
  const columns = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const faults = faultsOfWeek(windows)
  const segments = segmentsOf(windows)

  const cornerAt = (event: PointerEvent, floor = true): Corner => {
    const box = columns.current!.getBoundingClientRect()
    const day = Math.min(7, Math.max(1, Math.floor(((event.clientX - box.left) / box.width) * 7) + 1))
    const exact = ((event.clientY - box.top) / box.height) * wholeDay
    const minute = (floor ? Math.floor(exact / snap) : Math.round(exact / snap)) * snap
    return { day, minute: Math.min(wholeDay, Math.max(0, minute)) }
  }
  const down = (event: PointerEvent, kind: Drag['kind'], index?: number) => {
    if (readOnly || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    columns.current!.setPointerCapture(event.pointerId)
    const from = cornerAt(event)
    if (kind === 'paint') setDrag({ kind, from, to: { day: from.day, minute: Math.min(wholeDay, from.minute + 60) } })
    else setDrag({ kind, index: index!, from, began: windows[index!]!, moved: false })
  }
  const move = (event: PointerEvent) => {
    if (!drag) return
    const at = cornerAt(event, drag.kind !== 'paint')
    if (drag.kind === 'paint') return setDrag({ ...drag, to: { day: at.day, minute: at.minute === drag.from.minute ? at.minute + snap : at.minute } })
    const by = at.minute - drag.from.minute
    if (by === 0 && !drag.moved) return
    setDrag({ ...drag, moved: true })
    change(drag.index, drag.kind === 'move' ? shifted(drag.began, by) : stretched(drag.began, by))
  }
  const up = () => {
    if (drag?.kind === 'paint') add(painted(drag.from, drag.to, windows[chosen ?? 0]))
    else if (drag) choose(drag.index)
    setDrag(null)
  }
  const key = (event: KeyboardEvent<HTMLButtonElement>, segment: Segment) => {
    const step = { ArrowUp: -15, ArrowDown: 15 }[event.key]
    if (step !== undefined && !readOnly) {
      event.preventDefault()
      const window = windows[segment.window]!
      return change(segment.window, event.shiftKey ? stretched(window, step) : shifted(window, step))
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const blocks = [...columns.current!.querySelectorAll<HTMLButtonElement>('button.week-block')]
    blocks[(blocks.indexOf(event.currentTarget) + (event.key === 'ArrowRight' ? 1 : blocks.length - 1)) % blocks.length]?.focus()
  }
  const ghost = drag?.kind === 'paint' ? painted(drag.from, drag.to, windows[chosen ?? 0]) : null
  const place = (from: number, to: number) => ({ top: `${(from / wholeDay) * 100}%`, height: `${((to - from) / wholeDay) * 100}%` })
  return (
    <div className="week-scroll" role="group" aria-label={words.week.grid} tabIndex={-1}>
      <div className="week">
        <div className="week-head" aria-hidden="true">
          <span />
          {weekdays.map((day) => (
            <span key={day}>{weekdayName(day, language)}</span>
          ))}
        </div>
        <div className="week-hours" aria-hidden="true">
          {Array.from({ length: 12 }, (_, i) => (
            <span key={i} style={{ top: `${(i / 12) * 100}%` }}>
              {String(i * 2).padStart(2, '0')}
            </span>
          ))}
        </div>
        <div
          className="week-columns"
          ref={columns}
          data-drag={drag?.kind}
          onPointerDown={(event) => down(event, 'paint')}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={() => setDrag(null)}
        >
          {weekdays.map((day) => (
            <div key={day} className="week-column">
              {ghost?.weekdays.includes(day) && (
                <div
                  className="week-ghost"
                  style={place(
                    minutesOf(ghost.opens),
                    minutesOf(ghost.opens) + Math.abs(drag!.kind === 'paint' ? drag!.to.minute - drag!.from.minute : 0),
                  )}
                />
              )}
              {segments
                .filter((segment) => segment.column === day)
                .map((segment) => {
                  const window = windows[segment.window]!
                  const starts = startsOf(window)
                  const first = segments.indexOf(segment) === 0
                  return (
                    <button
                      key={`${segment.window} ${segment.tail}`}
                      type="button"
                      className="week-block"
                      style={place(segment.from, segment.to)}
                      tabIndex={(chosen === null ? first : segment.window === chosen && !segment.tail) ? 0 : -1}
                      data-chosen={segment.window === chosen || undefined}
                      data-fault={faults[segment.window]!.length > 0 || undefined}
                      data-walk-in={window.walkInOnly || undefined}
                      data-short={segment.to - segment.from < 150 || undefined}
                      aria-pressed={segment.window === chosen}
                      aria-label={
                        words.week.block(sayWeekdays([day], language), window.opens, window.closes, words.week.slots(starts.length)) +
                        (segment.tail ? `, ${words.week.tail}` : '')
                      }
                      onPointerDown={(event) => down(event, 'move', segment.window)}
                      onKeyDown={(event) => key(event, segment)}
                      onClick={() => choose(segment.window)}
                      onFocus={() => choose(segment.window)}
                    >
                      {starts
                        .map((at) => (segment.tail ? at - wholeDay : at))
                        .filter((at) => at > segment.from && at < segment.to)
                        .map((at) => (
                          <i key={at} aria-hidden="true" style={{ top: `${((at - segment.from) / (segment.to - segment.from)) * 100}%` }} />
                        ))}
                      <span className="week-text">{written(segment, window)}</span>
                      {!segment.tail && (
                        <span className="week-text week-count">
                          {words.week.slots(starts.length)}
                          {window.walkInOnly ? ` · ${words.week.walkIn}` : ''}
                        </span>
                      )}
                      {!readOnly && (
                        <span className="week-edge" aria-hidden="true" onPointerDown={(event) => down(event, 'stretch', segment.window)} />
                      )}
                    </button>
                  )
                })}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** What fits into a block: in less than an hour and a half there is one line, and no room on it for both times. The name of the block says all. */
function written(segment: { from: number; to: number; tail: boolean }, window: { opens: string; closes: string }): string {
  if (segment.tail) return `–${window.closes}`
  return segment.to - segment.from < 90 ? `${window.opens}–` : `${window.opens}–${window.closes}`
}
