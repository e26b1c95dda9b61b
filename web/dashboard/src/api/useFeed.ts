import type { AnyVariables, TypedDocumentNode } from '@urql/core'
import { useEffect, useEffectEvent } from 'react'
import { client } from './client'

/** An event of a stream of the contract. */
interface StreamEvent {
  kind: 'SNAPSHOT' | 'CHANGE' | 'RESYNC'
  cursor: string
  occurredAt: string
}
type EventOf<Data> = Extract<Data[Exclude<keyof Data, '__typename'>], StreamEvent>

interface Ears<Event> {
  /** Reads the list again: at once when the stream stands or could not go on where it was, and within a second of changes. Usually urql's `again`. */
  reread?: (options: { requestPolicy: 'network-only' }) => void
  /** The stream stands, or could not go on where it was: whatever was read before may lack something. */
  onReload?: () => void
  /** Something changed; the cache has it already. */
  onChange?: (event: Event) => void
  pause?: boolean
}

const rereadEvery = 1_000

/**
 * Listens to a stream for as long as the screen is shown, and goes on after its last event when the line was lost. Changes go into the cache by
 * themselves, so that every list that shows the thing shows them; a list that may gain or lose rows gives `reread`.
 */
export function useFeed<Data, Variables extends AnyVariables>(document: TypedDocumentNode<Data, Variables>, variables: Variables, ears: Ears<EventOf<Data>> = {}): void {
  const { pause = false } = ears
  const key = JSON.stringify(variables)
  const read = useEffectEvent(() => ears.reread?.({ requestPolicy: 'network-only' }))
  const hear = useEffectEvent((event: EventOf<Data>) => (event.kind === 'CHANGE' ? ears.onChange?.(event) : ears.onReload?.()))
  useEffect(() => {
    if (pause) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastRead = -Infinity
    const readNow = () => {
      clearTimeout(timer)
      timer = undefined
      lastRead = performance.now()
      read()
    }
    const readSoon = () => {
      timer ??= setTimeout(readNow, Math.max(0, lastRead + rereadEvery - performance.now()))
    }
    const stream = client.subscription(document, JSON.parse(key) as Variables).subscribe((result) => {
      for (const [name, value] of Object.entries((result.data as Record<string, unknown> | undefined) ?? {})) {
        if (name === '__typename' || !value) continue
        const event = value as EventOf<Data>
        hear(event)
        if (event.kind === 'CHANGE') readSoon()
        else readNow()
      }
    })
    return () => {
      clearTimeout(timer)
      stream.unsubscribe()
    }
  }, [document, key, pause])
}
