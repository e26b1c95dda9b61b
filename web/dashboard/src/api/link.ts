import { useWatched, watched } from './observable'

/** What is known of the line over which the server tells what changes. */
export interface Link {
  /** `idle`: nobody on this page listens. */
  state: 'idle' | 'connecting' | 'live' | 'lost'
  /** A socket, or server-sent events where sockets are blocked. */
  via: 'socket' | 'events'
  /** performance.now() of the last word from the server. */
  heardAt: number
  /** performance.now() since when it is lost; undefined while it is not. */
  lostAt?: number
}

export const link = watched<Link>({ state: 'idle', via: 'socket', heardAt: 0 })

export const useLink = () => useWatched(link)

export function linkIs(state: Link['state'], via?: Link['via']): void {
  const before = link.get()
  const now = performance.now()
  link.set({
    state,
    via: via ?? before.via,
    heardAt: state === 'live' ? now : before.heardAt,
    lostAt: state === 'lost' ? (before.lostAt ?? now) : state === 'connecting' ? before.lostAt : undefined,
  })
}

/** Notes a word from the server without waking anybody who watches: it comes many times a second. */
export function heard(): void {
  const now = link.get()
  if (now.state === 'live') now.heardAt = performance.now()
  else linkIs('live')
}
