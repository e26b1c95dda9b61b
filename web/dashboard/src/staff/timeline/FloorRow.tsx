import { memo, useCallback, useSyncExternalStore } from 'react'
import { Icon } from '../../components/icons'
import { useWatched } from '../../api/observable'
import { across } from './across'
import { BarCell } from './BarCell'
import { useShared } from './Floor'
import type { FreeCell, Place, RowView, Shut, Use } from './kinds'
import { cellName } from './naming'
import { RowCarry, RowVerdict } from './RowCarry'
import { keyOfCell } from './walk'

export function useRow(placeId: string): RowView | undefined {
  const { floor } = useShared()
  const watch = useCallback((listener: () => void) => floor.watchRow(placeId, listener), [floor, placeId])
  return useSyncExternalStore(watch, () => floor.row(placeId))
}

/** One place and its day. */
export const FloorRow = memo(function FloorRow({ placeId }: { placeId: string }) {
  const view = useRow(placeId)
  if (!view) return null
  return (
    <div role="row" className="floor-row" data-row={placeId} data-conflict={view.conflict || undefined} data-shared={view.place.kind === 'POOLED' || undefined} style={{ '--lanes': view.lanes } as React.CSSProperties}>
      <RowName place={view.place} conflict={view.conflict} />
      <div className="floor-track" role="none">
        <Closed spans={view.shut} />
        <Uses uses={view.use} />
        <FreeCells cells={view.free} place={view.place} />
        {view.bars.map((bar) => (
          <BarCell key={bar.key} bar={bar} place={view.place} />
        ))}
        <RowCarry placeId={placeId} />
        <Ghosts placeId={placeId} />
      </div>
    </div>
  )
})

const RowName = memo(function RowName({ place, conflict }: { place: Place; conflict: boolean }) {
  const { words } = useShared().tongue
  const notes = [place.kind === 'POOLED' && words.pooled(place.capacity), place.walkInOnly && words.walkInOnly, !place.active && words.inactive].filter(Boolean).join(' · ')
  return (
    <div role="rowheader" className="floor-name">
      <span className="floor-name-line">
        {conflict && <Icon name="warning" size={14} aria-hidden={undefined} role="img" aria-label={words.rowConflict} />}
        <b>{place.name}</b>
        <span className="floor-bounds" title={words.boundsName(place.minParty, place.maxParty)}>
          <span aria-hidden="true">{words.bounds(place.minParty, place.maxParty)}</span>
          <span className="said">{words.boundsName(place.minParty, place.maxParty)}</span>
        </span>
      </span>
      <span className="floor-notes">
        <RowVerdict placeId={place.id}>{notes}</RowVerdict>
      </span>
    </div>
  )
})

const Closed = memo(function Closed({ spans }: { spans: readonly Shut[] }) {
  const { bounds } = useShared().floor
  const { shut } = useShared().tongue.words
  return spans.map((span) => {
    const text = span.why === 'closed' ? shut.closed : span.why === 'paused' ? shut.paused(span.text) : shut.joined(span.text)
    return (
      <div key={`${span.why} ${span.from} ${span.text}`} className="shut" data-why={span.why} data-text={span.why === 'closed' ? undefined : text} style={across(span, bounds)} title={text} aria-hidden="true" />
    )
  })
})

const Uses = memo(function Uses({ uses }: { uses: readonly Use[] }) {
  const { bounds } = useShared().floor
  const { words } = useShared().tongue
  return uses.map((use) => (
    <div key={use.from} className="use" style={across(use, bounds)} data-full={use.used >= use.capacity || undefined} data-over={use.used > use.capacity || undefined} title={words.use(use.used, use.capacity)} aria-hidden="true">
      {use.used}/{use.capacity}
      <i style={{ width: `${100 * Math.min(1, use.capacity ? use.used / use.capacity : 0)}%` }} />
    </div>
  ))
})

const FreeCells = memo(function FreeCells({ cells, place }: { cells: readonly FreeCell[]; place: Place }) {
  const { bounds } = useShared().floor
  const { tongue } = useShared()
  return cells.map((cell) => (
    <div key={cell.slot.id} role="gridcell" tabIndex={-1} className="free" data-key={keyOfCell(cell)} data-slot={cell.slot.id} style={across(cell, bounds)} aria-label={cellName(cell, place, tongue)}>
      <span aria-hidden="true">+</span>
    </div>
  ))
})

/** Where moves that are on their way want to go. */
function Ghosts({ placeId }: { placeId: string }) {
  const { moves } = useShared()
  const all = useWatched(moves.all)
  const pending = useWatched(moves.pending)
  const { bounds } = useShared().floor
  return all
    .filter((move) => pending.has(move.id) && move.to.placeId === placeId)
    .map((move) => (
      <div key={move.id} className="ghost" data-kind="sent" style={across(move.to, bounds)} aria-hidden="true">
        {move.booking.name}
      </div>
    ))
}
