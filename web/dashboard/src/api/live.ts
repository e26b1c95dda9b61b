import type { SubscriptionOperation } from '@urql/core'
import type { Client as Events } from 'graphql-sse'
import { createClient as createSocket } from 'graphql-ws'
import { heard, linkIs } from './link'
import { together } from './together'

// One socket a page, over which every subscription of the page runs; server-sent events where sockets are blocked. graphql-ws gives up for good
// on several close codes, so it is told never to retry, and everything is begun again from here: each subscription with the cursor of the last
// event that it brought, so that nothing is missed and nothing comes twice.

interface Sink {
  next(value: unknown): void
  error(reason: unknown): void
  complete(): void
}

/** Close codes after which coming back at once is no use: the credential is refused. */
const refused = 4403

const pingEvery = 10_000
const pongWithin = 5_000
/** Over server-sent events comments come at least every 25 s; a stream without any for so long is dead. */
const eventsSilence = 60_000
const firstWait = 400
const longestWait = 8_000

let everOpen = false
let failedOpenings = 0
let via: 'socket' | 'events' = 'socket'
let attempts = 0
let retryAt: Promise<void> | undefined
let listening = 0
let whenRefused: () => Promise<boolean> = () => Promise.resolve(true)

/** Says what to do when the server refuses the credential: answer true to try again, false to stop. */
export function onRefused(ask: () => Promise<boolean>): void {
  whenRefused = ask
}

/** A connection that holds for so long counts: the next one that is lost is tried again quickly. */
const steadyAfter = 10_000
let steady: ReturnType<typeof setTimeout> | undefined
let pongTimer: ReturnType<typeof setTimeout> | undefined
const socket = createSocket({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
  lazyCloseTimeout: 3_000,
  keepAlive: pingEvery,
  connectionAckWaitTimeout: 8_000,
  retryAttempts: 0,
  on: {
    connecting: () => linkIs('connecting'),
    connected: () => {
      everOpen = true
      steady = setTimeout(() => (attempts = 0), steadyAfter)
      linkIs('live', 'socket')
    },
    ping: (received) => {
      if (received) heard()
      else pongTimer ??= setTimeout(() => socket.terminate(), pongWithin)
    },
    pong: (received) => {
      if (!received) return
      clearTimeout(pongTimer)
      pongTimer = undefined
      heard()
    },
    message: () => heard(),
    closed: () => {
      clearTimeout(steady)
      clearTimeout(pongTimer)
      pongTimer = undefined
      if (!everOpen && ++failedOpenings >= 2) via = 'events'
      linkIs(listening > 0 ? 'lost' : 'idle')
    },
  },
})

// The browser knows of a network that is gone sooner than a ping does.
addEventListener('offline', () => {
  if (listening === 0) return
  linkIs('lost')
  socket.terminate()
})

/** Listens to the bytes of a stream of events: graphql-sse does not tell of comments, and would wait for ever for a line that is dead. */
async function fetchHeard(url: string, init: RequestInit): Promise<Response> {
  const dead = new AbortController()
  const answer = await fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, dead.signal]) : dead.signal })
  if (!answer.body) return answer
  const limit = () => setTimeout(() => dead.abort(new Error('nothing was heard')), eventsSilence)
  let timer = limit()
  const body = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, through) {
        clearTimeout(timer)
        timer = limit()
        heard()
        through.enqueue(chunk)
      },
      flush: () => clearTimeout(timer),
    }),
  )
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers: answer.headers })
}

let events: Promise<Events> | undefined
/** Few need it, so it is loaded when sockets turn out to be blocked. */
const openEvents = (): Promise<Events> =>
  (events ??= import('graphql-sse').then(({ createClient }) =>
    createClient({ url: '/graphql', singleConnection: false, retryAttempts: 0, headers: { 'x-slotq-client': 'web' }, credentials: 'same-origin', fetchFn: fetchHeard }),
  ))

/** All that wait for another try wait for the same one, so a page that comes back makes one connection. */
function nextTry(): Promise<void> {
  retryAt ??= new Promise<void>((resolve) => {
    const wait = Math.min(longestWait, firstWait * 2 ** attempts++) * (0.75 + Math.random() / 2)
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      retryAt = undefined
      resolve()
    }
    const timer = setTimeout(go, wait)
    addEventListener('online', go)
  })
  return retryAt
}

const cursorOf = (value: unknown): string | undefined => {
  const data = (value as { data?: Record<string, unknown> | null })?.data
  for (const event of Object.values(data ?? {})) {
    const cursor = (event as { cursor?: unknown } | null)?.cursor
    if (typeof cursor === 'string') return cursor
  }
  return undefined
}

/** The code of an answer that is an error and nothing else. */
const failureOf = (value: unknown): string | undefined => {
  const { data, errors } = (value ?? {}) as { data?: unknown; errors?: readonly { extensions?: { code?: unknown } }[] }
  return data || !errors?.length ? undefined : String(errors[0]?.extensions?.code)
}
/** What passes; any other error says that this stream can't be had, however often it is asked for. */
const passing = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHENTICATED', 'INTERNAL'])
const hasData = (value: unknown): boolean => !!(value as { data?: unknown })?.data

/** Subscribes for as long as nobody says stop, through lost connections and restarts of the server. */
export function subscribeLive(request: SubscriptionOperation, sink: Sink): () => void {
  let stopped = false
  let begun = false
  let off: () => void = () => {}
  let after: unknown = (request.variables as { after?: unknown } | undefined)?.after
  const open = (): void => {
    if (stopped) return
    const { extensions } = request
    const payload = {
      query: request.query ?? '',
      ...(request.operationName ? { operationName: request.operationName } : {}),
      variables: { ...(request.variables as Record<string, unknown>), ...(after === undefined ? {} : { after }) },
      ...(extensions ? { extensions } : {}),
    }
    let ended = false
    const again = async (why?: string | number) => {
      if (ended || stopped) return
      ended = true
      linkIs('lost', via)
      if ((why === refused || why === 'UNAUTHENTICATED') && !(await whenRefused())) return
      await nextTry()
      open()
    }
    const supervised = {
      next: (value: unknown) => {
        heard()
        const failure = failureOf(value)
        if (failure && passing.has(failure)) return void again(failure)
        if (failure && !begun) {
          stop()
          return sink.next(value) // the server's own word
        }
        // An error within a stream that runs is about that one event.
        if (hasData(value)) {
          begun = true
          attempts = 0
        }
        together(() => {
          if (stopped) return
          // What is not handed on yet is asked for again, should the line be lost in between.
          const cursor = cursorOf(value)
          if (cursor !== undefined) after = cursor
          sink.next(value)
        })
      },
      error: (reason: unknown) => {
        const failure = Array.isArray(reason) ? failureOf({ errors: reason }) : undefined
        if (failure && !passing.has(failure)) {
          stop()
          return sink.error(reason)
        }
        void again(failure ?? (reason as CloseEvent | undefined)?.code)
      },
      // A stream that ends by itself was cut short: ours have no end.
      complete: () => void again(),
    }
    if (via === 'socket') {
      off = socket.subscribe(payload as never, supervised as never)
      return
    }
    linkIs('connecting', 'events')
    openEvents().then(
      (client) => {
        if (!stopped) off = client.subscribe(payload as never, supervised as never)
      },
      (reason: unknown) => {
        events = undefined
        console.warn(reason)
        void again()
      },
    )
  }
  const stop = () => {
    if (stopped) return
    stopped = true
    listening--
    off()
    if (listening === 0) linkIs('idle')
  }
  listening++
  open()
  return stop
}
