import { createRequest, stringifyDocument } from '@urql/core'
import { client } from '../api/client'
import { serverNow } from '../api/clock'
import { session } from '../api/session'
import { ViewerIdQuery } from '../api/viewer'
import { intentIsOver, type World } from './driver'
import type { Entity, OpenCommand } from './kinds'
import { IntentChanged, rereadDocument } from './reread'

/** After so long an answer counts as lost; the same command is then sent again. */
const answerWithin = 15_000
/** A command is done whether or not it can be read again; its result waits no longer than this. */
const rereadWithin = 6_000

/** The request of a command, which may come out of a storage as text. */
function request(command: OpenCommand) {
  const made = createRequest(command.text, { input: { ...command.input, idempotencyKey: command.key } })
  if (command.hash) Object.assign(made.query, { __meta__: { hash: command.hash } })
  return made
}

export const textOf = (document: Parameters<typeof stringifyDocument>[0]): string => stringifyDocument(document)

const limited = (init: RequestInit | undefined): RequestInit => {
  const limit = AbortSignal.timeout(answerWithin)
  return { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit }
}

const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> => Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, ms))])

/** The world as it is: the server, the cache, the clock. */
export const world: World = {
  async send(command, again) {
    if (session.get() === 'changed') return { notMine: true }
    if (again) {
      // A cookie is shared by all tabs: somebody else may have signed in since, and a key is good for its owner alone.
      const who = await client.query(ViewerIdQuery, {}, { requestPolicy: 'network-only', fetch: (url, init) => fetch(url, limited(init)) }).toPromise()
      if (!who.data) return who
      if (who.data.viewer.id !== command.viewer) return { notMine: true }
    }
    return client.executeMutation(request(command), { fetch: (url, init) => fetch(url, limited(init)) }).toPromise()
  },
  async reread(entity) {
    const answer = await within(rereadWithin, client.query(rereadDocument(entity.__typename), { id: entity.id }, { requestPolicy: 'network-only' }).toPromise())
    return (answer?.data?.entity as Entity | null | undefined) ?? undefined
  },
  follow(intentId, told) {
    const stream = client.subscription(IntentChanged, { id: intentId }).subscribe((event) => {
      const intent = event.data?.intentChanged.intent
      if (!intent) return
      told(intent.status)
      if (!intentIsOver(intent.status)) return
      queueMicrotask(() => stream.unsubscribe())
      if (intent.reservation) void world.reread(intent.reservation as unknown as Entity)
    })
  },
  wait: (ms, sooner) => Promise.race([new Promise<void>((resolve) => setTimeout(resolve, ms)), sooner]),
  now: serverNow,
}
