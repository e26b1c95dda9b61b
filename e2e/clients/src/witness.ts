import assert from 'node:assert/strict'
import { documents } from './booking'
import { venueId, ws } from './house'
import { socketClient } from './socket'
import { Watched } from './watched'
import type { Watches } from './operations'

/** What every event has. */
export interface Told {
  kind: string
  cursor: string
}

/** The events of one stream. It begins once: a client that resumes hears changes only. */
export class Stream<E extends Told> extends Watched<E> {
  override push(event: E): void {
    if (this.seen.length > 0 && event.kind !== 'CHANGE') this.fail(new Error(`the stream began again, with a ${event.kind}`))
    super.push(event)
  }
}

/**
 * Compares a stream, from its SNAPSHOT on, with what the server tells somebody who asks once for all that happened since.
 * Nothing may be lost and nothing come twice.
 */
export async function nothingLostOrTwice(what: keyof Watches, seen: readonly Told[]): Promise<void> {
  const [begin, ...changes] = seen.map(({ kind, cursor }) => ({ kind, cursor }))
  assert.equal(begin?.kind, 'SNAPSHOT')
  const last = changes.at(-1)?.cursor
  assert.ok(last, 'nothing happened')
  const witness = socketClient(ws, 'staff')
  const told: Told[] = []
  for await (const { data } of witness.iterate<Record<string, Told>>({ query: documents[what], variables: { venueId, after: begin.cursor } })) {
    const { kind, cursor } = Object.values(data!)[0]!
    told.push({ kind, cursor })
    if (cursor === last) break
  }
  await witness.dispose()
  assert.deepEqual(changes, told)
}
