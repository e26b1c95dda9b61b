import assert from 'node:assert/strict'
import type WebSocket from 'ws'
import type { Client, ClientOptions } from 'graphql-ws'
import { documents } from './booking'
import { comesThrough } from './cuts'
import { authorization, venueId, ws } from './house'
import { Line } from './line'
import { socketClient } from './socket'
import { Watched } from './watched'

/** A client with what it told of its connections. */
function connect(options: Partial<ClientOptions> & { url?: string } = {}) {
  const told = new Watched<string>()
  const client = socketClient(options.url ?? ws, 'staff', {
    ...options,
    on: {
      connected: (...args) => {
        told.push('connected')
        options.on?.connected?.(...args)
      },
      closed: event => told.push(`closed ${(event as CloseEvent).code}`),
      pong: received => received && told.push('pong'),
    },
  })
  return { client, told }
}

interface CloseEvent {
  code: number
}

const offers = { query: documents.bookingOffersSubscription, variables: { venueId } }
const heard = (what: string) => (said: string) => said === what

/** Asks for one answer; rejects with what the client fails with. */
async function once(client: Client, query: string): Promise<unknown> {
  for await (const result of client.iterate({ query })) return result.data
  throw new Error('no answer came')
}

/** Reads to the end; rejects with what the client fails with. */
async function drained(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

async function lazyOrNot(): Promise<void> {
  const lazy = connect()
  assert.deepEqual(lazy.told.seen, [])
  assert.deepEqual(await once(lazy.client, '{ viewer { role } }'), { viewer: { role: 'STAFF' } })
  await lazy.told.until(heard('closed 1000'))
  assert.deepEqual(lazy.told.seen, ['connected', 'closed 1000'])

  const eager = connect({ lazy: false })
  await eager.told.until(heard('connected'))
  await once(eager.client, '{ serverTime }')
  await once(eager.client, '{ serverTime }')
  await eager.client.dispose()
  await eager.told.until(heard('closed 1000'))
  assert.deepEqual(eager.told.seen, ['connected', 'closed 1000'])
}

async function keepAlive(): Promise<void> {
  const { client, told } = connect({ lazy: false, keepAlive: 10 })
  await told.until(() => told.seen.filter(heard('pong')).length === 3)
  await client.dispose()
  await told.until(heard('closed 1000'))
}

/** A connection that is cut, or that the client itself gives up, is made again. */
async function resumes(): Promise<void> {
  const line = await Line.to(ws)
  const { client, told } = connect({ url: line.address })
  let turn = 0
  const disturb = () => (turn++ % 2 === 1 && told.seen.at(-1) === 'connected' ? client.terminate() : line.cut())
  console.log('graphql-ws:', await comesThrough(client, line, disturb, 8))
}

/** Ends that are the client's own fault are not tried again: the library tells by the code. */
async function fatal(): Promise<void> {
  const again = JSON.stringify({ type: 'connection_init' })
  for (const [said, code] of [['{', 4400], [again, 4429], ['#'.repeat(1 << 20), 1009]] as const) {
    const { client, told } = connect({ on: { connected: socket => (socket as WebSocket).send(said) } })
    await assert.rejects(drained(client.iterate(offers)), { code })
    assert.equal(told.seen.filter(heard('connected')).length, 1)
  }
  const { client } = connect({ generateID: () => 'the same' })
  const first = client.iterate(offers)
  await first.next()
  await assert.rejects(client.iterate(offers).next(), { code: 4409 })
  await assert.rejects(first.next(), { code: 4409 })
}

/** A credential that is refused may be renewed, and an init that is late may come in time: these are tried again. */
async function triedAgain(): Promise<void> {
  let tries = 0
  const renewed = connect({
    connectionParams: () => ({ authorization: tries++ === 0 ? 'Bearer stale' : authorization('staff') }),
  })
  assert.deepEqual(await once(renewed.client, '{ viewer { role } }'), { viewer: { role: 'STAFF' } })
  assert.deepEqual(renewed.told.seen.slice(0, 2), ['closed 4403', 'connected'])

  let asked = 0
  const late = connect({ connectionParams: () => (asked++ === 0 ? new Promise(() => {}) : { authorization: authorization('staff') }) })
  assert.deepEqual(await once(late.client, '{ viewer { role } }'), { viewer: { role: 'STAFF' } })
  assert.deepEqual(late.told.seen.slice(0, 2), ['closed 4408', 'connected'])
}

/** A request that is refused fails alone; the socket goes on. */
async function refused(): Promise<void> {
  const { client, told } = connect({ lazy: false })
  await assert.rejects(once(client, '{ nothing }'), ([error]: any) => error.extensions.code === 'GRAPHQL_VALIDATION_FAILED')
  const foreign = client.iterate({ ...offers, variables: { venueId: 'vn_nobody' } })
  const { value } = await foreign.next()
  assert.equal((value as any).errors[0].extensions.code, 'REFERENCE_NOT_FOUND')
  assert.ok((await foreign.next()).done)
  await once(client, '{ serverTime }')
  await client.dispose()
  await told.until(heard('closed 1000'))
  assert.deepEqual(told.seen, ['connected', 'closed 1000'])
}

await Promise.all([lazyOrNot(), keepAlive(), resumes(), fatal(), triedAgain(), refused()])
