import { type Exchange, makeOperation, type OperationResult } from '@urql/core'
import { filter, map, pipe } from 'wonka'

// No answer and no push may set an entity back. Which of the two comes first is chance: an event that a stream catches up on is older than the
// answer to a command, and a slow list may have been read before both. The gate stands between cache and network and knows the highest version
// of each entity; what is older loses all fields but its identity, so that the cache keeps what it has.

type Entity = Record<string, unknown> & { __typename: string; id: string; version: number }

const isEntity = (o: Record<string, unknown>): o is Entity =>
  typeof o.__typename === 'string' && typeof o.id === 'string' && typeof o.version === 'number'

/** Highest version known of each entity, by kind and id. */
type Seen = Map<string, number>

export interface Passed {
  data: unknown
  /** Some of it was older than what is known. */
  behind: boolean
  /** All that carries a version was. */
  nothingNew: boolean
}

/** Takes out what is older than known, and remembers what is newer. */
export function pass(data: unknown, seen: Seen): Passed {
  let behind = 0
  let current = 0
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const list = value.map(walk)
      return list.some((item, i) => item !== value[i]) ? list : value
    }
    if (value === null || typeof value !== 'object') return value
    const o = value as Record<string, unknown>
    if (isEntity(o)) {
      const key = `${o.__typename}:${o.id}`
      const known = seen.get(key)
      if (known !== undefined && o.version < known) {
        behind++
        return { __typename: o.__typename, id: o.id }
      }
      current++
      seen.set(key, o.version)
    }
    let copy: Record<string, unknown> | undefined
    for (const name in o) {
      const next = walk(o[name])
      if (next !== o[name]) (copy ??= { ...o })[name] = next
    }
    return copy ?? o
  }
  const passed = walk(data)
  return { data: passed, behind: behind > 0, nothingNew: behind > 0 && current === 0 }
}

/** After so many lists in a row that were behind, the server is believed: its past may have been restored from a backup. */
const patience = 3

export const versionGate =
  (seen: Seen = new Map()): Exchange =>
  ({ forward, client }) => {
    const askedAgain = new Map<number, number>()
    return (operations) =>
      pipe(
        forward(operations),
        map((result: OperationResult): OperationResult | null => {
          if (!result.data) return result
          const { operation } = result
          const { data, behind, nothingNew } = pass(result.data, seen)
          if (!behind) {
            askedAgain.delete(operation.key)
            return result
          }
          if (operation.kind === 'subscription') return nothingNew ? null : { ...result, data }
          if (operation.kind !== 'query') return { ...result, data } // whoever sent a command always hears its answer
          const times = (askedAgain.get(operation.key) ?? 0) + 1
          if (times > patience) {
            askedAgain.delete(operation.key)
            seen.clear()
            pass(result.data, seen)
            return result
          }
          askedAgain.set(operation.key, times)
          queueMicrotask(() => client.reexecuteOperation(makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' })))
          return { ...result, data }
        }),
        filter((result): result is OperationResult => result !== null),
      )
  }
