import { Button, CloseButton, Paper, Text } from '@mantine/core'
import { useCallback, useEffect, useRef } from 'react'
import { useWatched } from '../../api/observable'
import { CommandResult } from '../../commands/CommandResult'
import type { Entity } from '../../commands/kinds'
import { useCommand } from '../../commands/useCommand'
import { MoveReservation } from '../acts/documents'
import { useShared } from './Floor'
import type { PlannedMove } from './Moves'
import { obstacleText, whereText, type Tongue } from './naming'

const doneFor = 12_000
const blockedFor = 8_000

/** What became of moves: those on their way, those that were refused with what is true now, and those that are done, for a while. */
export function MovesTray() {
  const { moves, tongue } = useShared()
  const all = useWatched(moves.all)
  if (all.length === 0) return null
  return (
    <section className="moves" aria-label={tongue.words.moves.label}>
      {all.map((move) => (move.obstacle ? <Blocked key={move.id} move={move} /> : <Sent key={move.id} move={move} />))}
    </section>
  )
}

function Blocked({ move }: { move: PlannedMove }) {
  const { moves, floor, tongue } = useShared()
  const { words } = tongue
  useEffect(() => {
    const timer = setTimeout(() => moves.remove(move.id), blockedFor)
    return () => clearTimeout(timer)
  }, [moves, move.id])
  return (
    <Paper withBorder className="move" data-kind="blocked" data-testid="move-blocked">
      <div className="move-head">
        <Text size="sm" fw={600}>{move.booking.name}</Text>
        <CloseButton size="sm" aria-label={words.moves.dismiss} onClick={() => moves.remove(move.id)} />
      </div>
      <Text size="sm">{words.carry.refusedHere(whereText(floor.place(move.to.placeId), move.to, tongue), obstacleText(move.obstacle!, tongue))}</Text>
    </Paper>
  )
}

/** The booking as it stood on the screen, so that a refusal can show what has changed since. */
const seenBy = ({ booking }: PlannedMove, tongue: Tongue, nameOf: (placeId: string) => string): Entity => ({
  __typename: 'Reservation', id: booking.id, version: booking.version, status: booking.status, partySize: booking.partySize, venue: { timeZone: tongue.zone },
  slots: booking.slots.map((slot) => ({ startsAt: new Date(slot.from).toISOString(), resource: { name: nameOf(slot.placeId) } })),
  ...(booking.expiresAt === null ? {} : { expiresAt: new Date(booking.expiresAt).toISOString() }),
})

function Sent({ move }: { move: PlannedMove }) {
  const { moves, floor, tongue } = useShared()
  const { words } = tongue
  const place = floor.place(move.to.placeId)
  const where = whereText(place, move.to, tongue)
  const command = useCommand(MoveReservation, { target: move.booking.id, about: `${move.booking.name} · ${place?.name ?? ''}` })
  const { run, state, dismiss } = command
  const sent = useRef('')
  useEffect(() => {
    if (sent.current === move.id) return
    sent.current = move.id
    void run({ reservationId: move.booking.id, slotIds: [...move.to.slotIds], expectedVersion: move.seen }, seenBy(move, tongue, (id) => floor.place(id)?.name ?? '')).then((result) => {
      moves.settled(move.id)
      // Another command is open on this booking: that one's result is shown where it was given.
      if (!result) moves.remove(move.id)
    })
  }, [move, run, moves, floor, tongue])
  const settled = state.phase === 'settled' ? state.result.settled : undefined
  const good = settled?.kind === 'done' || settled?.kind === 'doneBefore'
  const close = useCallback(() => {
    dismiss()
    moves.remove(move.id)
  }, [dismiss, moves, move.id])
  useEffect(() => {
    if (!good) return
    const timer = setTimeout(close, doneFor)
    return () => clearTimeout(timer)
  }, [good, close])
  const version = (now: Entity | undefined) => now?.version
  const toEarlier = () => {
    const now = floor.booking(move.booking.id)
    if (!now || state.phase !== 'settled') return
    dismiss()
    const to = { placeId: move.from.placeId, from: move.from.from, until: move.from.until, slotIds: move.from.slotIds, obstacles: [], home: false }
    moves.add({ id: crypto.randomUUID(), booking: now, from: { placeId: move.to.placeId, from: move.to.from, until: move.to.until, slotIds: move.to.slotIds }, to, seen: version(state.result.now) ?? now.version })
  }
  return (
    <Paper withBorder className="move" data-kind={settled?.kind ?? state.phase} data-testid="move">
      <div className="move-head">
        <Text size="sm" fw={600}>{words.moves.to(move.booking.name, where)}</Text>
      </div>
      <CommandResult
        of={{ state, target: command.target, dismiss: close }}
        done={words.moves.done(where)}
        next={(now, result) =>
          result.settled.kind === 'refused' && result.settled.problem.code === 'VERSION_STALE' && version(now) !== undefined && (now!.viewerCommands as string[] | undefined)?.includes('moveReservation') ? (
            <Button size="compact-sm" onClick={() => moves.add({ ...move, id: crypto.randomUUID(), booking: floor.booking(move.booking.id) ?? move.booking, seen: version(now)! })}>{words.moves.again}</Button>
          ) : null
        }
      />
      {good && (
        <Button variant="outline" color="slate" size="compact-sm" mt="xs" onClick={toEarlier}>{words.moves.undo}</Button>
      )}
    </Paper>
  )
}
