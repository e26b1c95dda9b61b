import type { TypedDocumentNode } from '@urql/core'
import { useEffect, useRef } from 'react'
import { useFeed } from '../../api/useFeed'

/** The event that a subscription's one root brings. */
type EventOf<Data> = Extract<Data[Exclude<keyof Data, '__typename'>], { kind: string; cursor: string }>

interface Hears<Event> {
  /** Changes, in their order; those of one moment together. */
  changed(events: Event[]): void
  /** The stream begins, or begins anew: read the list now. */
  begins(): void
}

/** Short for an eye, long enough that hundreds of changes a second leave the screen time for its people. */
const moment = 80

/** Listens to a stream of a venue for as long as the screen is shown. However many changes a second come, the screen hears a dozen times. */
export function useStream<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  hears: Hears<EventOf<Data>>,
): void {
  const waiting = useRef<EventOf<Data>[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const now = useRef(hears)
  now.current = hears
  useEffect(() => () => clearTimeout(timer.current), [])
  useFeed(document, variables, {
    onReload: () => now.current.begins(),
    onChange: (event) => {
      waiting.current.push(event as unknown as EventOf<Data>)
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        now.current.changed(waiting.current.splice(0))
      }, moment)
    },
  })
}
