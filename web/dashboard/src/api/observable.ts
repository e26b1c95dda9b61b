import { useSyncExternalStore } from 'react'

/** A value that screens may watch. */
interface Watched<T> {
  get(): T
  set(next: T): void
  watch(listener: () => void): () => void
}

export function watched<T>(first: T): Watched<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    watch(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const useWatched = <T>(store: Watched<T>): T => useSyncExternalStore(store.watch, store.get)
