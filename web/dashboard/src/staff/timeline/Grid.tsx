import { type KeyboardEvent, memo, type MouseEvent, type PointerEvent, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, type Ref } from 'react'
import { announce } from '../../components/announce'
import { serverNow } from '../../api/clock'
import { formatTime } from '../../time/format'
import type { Day } from '../../time/day'
import { shareOf } from './across'
import { Arrivals } from './Arrivals'
import { Carry } from './Carry'
import { useShared } from './Floor'
import type { Section } from './FloorDay'
import { FloorRow } from './FloorRow'
import { HourHead } from './HourHead'
import type { Bar } from './kinds'
import { verdictText, whereText } from './naming'
import { NowLine } from './NowLine'
import { firstSight, hoursIn, hourLines, zooms } from './scale'
import { barOf, pointAt, usePointer } from './usePointer'
import { useRoving } from './useRoving'
import { stepOf } from './walk'

/** What the page may ask of the grid. */
export interface GridHandle {
  /** Scrolls to a moment. */
  show(at: number): void
}

interface Props {
  venue: { id: string; name: string }
  day: Day
  sections: readonly Section[]
  zoom: number
  onOpen: (bookingId: string) => void
  onFree: (placeId: string, slotId: string) => void
  onDrop: () => void
  onPutBack: () => void
  ref?: Ref<GridHandle>
}

/** Places by time, one row each. It hears pointer and keys for everything in it, so that what is in it is only drawn. */
export const Grid = memo(function Grid({ venue, day, sections, zoom, onOpen, onFree, onDrop, onPutBack, ref }: Props) {
  const shared = useShared()
  const { floor, carry, tongue } = shared
  const { words, zone, language } = tongue
  const scroller = useRef<HTMLDivElement>(null)
  const ears = useRef({ dropped: onDrop, putBack: onPutBack })
  ears.current = { dropped: onDrop, putBack: onPutBack }
  const { step, noticed } = useRoving(scroller, floor)
  usePointer(scroller, floor, carry, ears)
  const lines = useMemo(() => hourLines(day, zone), [day, zone])
  const { from: start, until: end } = floor.bounds

  const show = useCallback(
    (at: number) => {
      const element = scroller.current
      if (element) element.scrollLeft = hoursIn(at, start, end) * hourPx(element)
    },
    [start, end],
  )
  useImperativeHandle(ref, () => ({ show }), [show])

  // Another day begins where one looks first; another scale keeps what is in the middle there.
  useLayoutEffect(() => {
    const firstSlot = Math.min(...floor.placeIds().flatMap((id) => floor.slotsOf(id)[0]?.from ?? Infinity))
    show(firstSight(serverNow(), start, end, Number.isFinite(firstSlot) ? firstSlot : undefined))
  }, [floor, show, start, end])
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || before.current === zoom) return
    const label = labelPx(element)
    const width = element.clientWidth - label
    const middle = (element.scrollLeft + width / 2) / zooms[before.current]!
    element.scrollLeft = middle * zooms[zoom]! - width / 2
    before.current = zoom
  }, [zoom])

  // The bar in hand stays where it is, and pale; so do rows in which it would fit nowhere.
  useEffect(() => {
    let pale: Element | null = null
    let weighed: unknown
    return carry.watch(() => {
      const root = scroller.current
      if (!root) return
      const now = carry.get()
      const next = now && root.querySelector(`[data-key="${CSS.escape(now.lifted.key)}"]`)
      if (next !== pale) {
        pale?.removeAttribute('data-lifted')
        next?.setAttribute('data-lifted', '')
        pale = next
      }
      if (now?.targets === weighed) return
      weighed = now?.targets
      for (const row of root.querySelectorAll<HTMLElement>('[data-row]')) {
        const suits = now?.targets.get(row.dataset.row!)?.some((target) => target.obstacles.length === 0)
        row.toggleAttribute('data-no-fit', !!now && !suits)
      }
    })
  }, [carry])

  // What is carried is said by a polite voice, and only when it changes.
  useEffect(() => {
    let said = ''
    return carry.watch(() => {
      const now = carry.get()
      if (!now || now.by !== 'keys' || !now.at) return
      const where = whereText(floor.place(now.at.placeId), now.at, tongue)
      const text = words.carry.at(where, verdictText(now.at, now.sure, tongue))
      if (text !== said && said) announce(text)
      said = text
    })
  }, [carry, floor, tongue, words])

  const lift = (bar: Bar) => {
    if (!Carry.may(bar)) return announce(words.carry.cannot(bar.booking.name))
    carry.lift(bar, 'keys')
    announce(words.carry.lifted(bar.booking.name, whereText(floor.place(bar.placeId), bar, tongue)))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')
    if (!cell || event.altKey) return
    const bar = barOf(floor, cell)
    const carried = carry.get()
    const direction = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }[event.key] as 'left' | 'right' | 'up' | 'down' | undefined
    if (carried) {
      if (direction) {
        const target = carry.step(direction)
        if (target) {
          showSpan(scroller.current, hoursIn(target.from, start, end), hoursIn(target.until, start, end))
          scroller.current?.querySelector(`[data-row="${CSS.escape(target.placeId)}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        }
      } else if (event.key === 'Enter' || event.key === ' ') onDrop()
      else if (event.key === 'Escape') onPutBack()
      else return
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === ' ' && bar) lift(bar)
    else if (event.key === 'Enter' || event.key === ' ') act(cell)
    else {
      const to = stepOf(event)
      if (!to) return
      step(to)
    }
    event.preventDefault()
    event.stopPropagation()
  }

  const act = (cell: HTMLElement) => {
    if (cell.dataset.booking) onOpen(cell.dataset.booking)
    else if (cell.dataset.slot) onFree(cell.closest<HTMLElement>('[data-row]')!.dataset.row!, cell.dataset.slot)
  }

  const onClick = (event: MouseEvent) => {
    const root = scroller.current!
    if (carry.get()) {
      // Picked up without dragging: a click says where.
      const point = pointAt(root, floor, event.clientX, event.clientY)
      if (point) carry.over(point.placeId, within(floor, point))
      return
    }
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')
    if (cell) act(cell)
  }

  return (
    <div className="floor-scroll" ref={scroller} style={{ '--hour': `${zooms[zoom]}px`, '--hours': (end - start) / 3_600_000 } as React.CSSProperties}>
      <div
        role="grid"
        tabIndex={-1}
        className="floor"
        aria-label={words.grid(venue.name, formatTime(start, zone, language, 'date'))}
        aria-describedby="floor-help"
        onClick={onClick}
        onKeyDown={onKeyDown}
        onPointerOver={explain}
        onFocus={(event) => event.target.dataset.key && noticed(event.target)}
      >
        <HourHead lines={lines} />
        <HourLines lines={lines} />
        {sections.map((section) => (
          <div key={section.id} role="rowgroup" aria-label={section.name ?? words.otherPlaces} className="floor-section">
            {(sections.length > 1 || section.name) && (
              <div role="row" className="floor-area">
                <div role="rowheader">{section.name ?? words.otherPlaces}</div>
              </div>
            )}
            {section.placeIds.map((id) => (
              <FloorRow key={id} placeId={id} />
            ))}
          </div>
        ))}
        <div className="floor-rest" aria-hidden="true">
          <div className="floor-name" />
        </div>
        <Arrivals venueId={venue.id} day={day} />
        <NowLine />
      </div>
      <p id="floor-help" hidden>{words.help}</p>
    </div>
  )
})

/** Lines behind all rows, at the hours of the venue's clock. */
const HourLines = memo(function HourLines({ lines }: { lines: ReturnType<typeof hourLines> }) {
  const { bounds } = useShared().floor
  return (
    <div className="hour-lines" aria-hidden="true">
      {lines.map((line) => (
        <i key={line.at} style={{ left: shareOf(line.at, bounds) }} data-turned={line.repeated || line.skipped || undefined} />
      ))}
    </div>
  )
})

/** Says what a bar is when the pointer comes to it; hundreds of titles would have to be kept up to date otherwise. */
function explain(event: PointerEvent) {
  const bar = (event.target as HTMLElement).closest<HTMLElement>('.bar')
  if (bar) bar.title = bar.getAttribute('aria-label') ?? ''
}

const hourPx = (element: HTMLElement) => Number.parseFloat(getComputedStyle(element).getPropertyValue('--hour'))
const labelPx = (element: HTMLElement) => element.querySelector<HTMLElement>('.floor-corner')?.offsetWidth ?? 0

/** The start of the slot beneath a point, or of the time itself: what is picked up by a click begins there. */
function within(floor: ReturnType<typeof useShared>['floor'], { placeId, at }: { placeId: string; at: number }): number {
  const slots = floor.slotsOf(placeId)
  return (slots.findLast((slot) => slot.from <= at && at < slot.until) ?? { from: at }).from
}

function showSpan(element: HTMLElement | null, from: number, until: number): void {
  if (!element) return
  const hour = hourPx(element)
  const width = element.clientWidth - labelPx(element)
  const left = element.scrollLeft
  if (from * hour < left) element.scrollLeft = from * hour - 16
  else if (until * hour > left + width) element.scrollLeft = until * hour - width + 16
}
