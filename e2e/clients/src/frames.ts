import assert from 'node:assert/strict'
import { once } from 'node:events'
import WebSocket from 'ws'
import { authorization, venueId, ws } from './house'
import { Watched } from './watched'

interface Frame {
  type: string
  id?: string
  payload?: any
}

/** A socket on which anything may be said. */
class Wire {
  readonly frames = new Watched<Frame>()
  private end: Promise<number>

  constructor(private socket: WebSocket) {
    socket.on('message', text => this.frames.push(JSON.parse(String(text))))
    this.end = new Promise(resolve => socket.on('close', resolve))
    socket.on('error', () => {}) // what is told is how it closes
  }

  static async open(): Promise<Wire> {
    const socket = new WebSocket(ws, 'graphql-transport-ws')
    const wire = new Wire(socket)
    await once(socket, 'open')
    return wire
  }

  /** Opens a socket and has it acknowledged. */
  static async acknowledged(): Promise<Wire> {
    const wire = await Wire.open()
    wire.say(init)
    await wire.hears('connection_ack')
    return wire
  }

  say(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  hears(type: string, id?: string): Promise<Frame> {
    return this.frames.until(f => f.type === type && f.id === id)
  }

  /** Waits until all is told that was said before: a ping is answered in its turn. */
  async told(): Promise<Frame[]> {
    const mark = { mark: Math.random() }
    this.say({ type: 'ping', payload: mark })
    await this.frames.until(f => f.type === 'pong' && f.payload?.mark === mark.mark)
    return this.frames.seen
  }

  closed(): Promise<number> {
    return this.end
  }

  close(): void {
    this.socket.close()
  }
}

const init = { type: 'connection_init', payload: { authorization: authorization('staff') } }
const ask = (id: string | undefined, query: string) => ({ id, type: 'subscribe', payload: { query } })
const offers = `subscription { offerChanged(venueId: ${JSON.stringify(venueId)}) { kind } }`

/** What ends a socket, said before it is acknowledged or after, and the code that it ends with. */
const ends: [what: string, when: 'before' | 'after', said: unknown[], code: number][] = [
  ['no JSON', 'before', ['{'], 4400],
  ['no JSON', 'after', ['{'], 4400],
  ['a type that nobody knows', 'before', [{ type: 'start' }], 4400],
  ['a type that nobody knows', 'after', [{ id: '1', type: 'stop' }], 4400],
  ['an init payload that is no object', 'before', [{ type: 'connection_init', payload: 'secret' }], 4400],
  ['a credential that is refused', 'before', [{ type: 'connection_init', payload: { authorization: 'Bearer nobody' } }], 4403],
  ['subscribe before init', 'before', [ask('1', offers)], 4401],
  ['a second init', 'after', [init], 4429],
  ['two inits at once', 'before', [init, init], 4429],
  ['subscribe without an id', 'after', [ask(undefined, offers)], 4400],
  ['subscribe with an empty id', 'after', [ask('', offers)], 4400],
  ['subscribe without a query', 'after', [{ id: '1', type: 'subscribe', payload: {} }], 4400],
  ['an id that is in use', 'after', [ask('1', offers), ask('1', offers)], 4409],
  ['a message of a megabyte', 'after', [ask('1', '#'.repeat(1 << 20))], 1009],
  ['no init', 'before', [], 4408],
]

const handshakes: [what: string, protocols: string[], headers: Record<string, string>, status: number][] = [
  ['no subprotocol', [], {}, 400],
  ['the subprotocol of before', ['graphql-ws'], {}, 400],
  ['a page of another host', ['graphql-transport-ws'], { origin: 'https://elsewhere.example' }, 403],
]

/** What a socket that stays open hears, in order. */
const talks: [what: string, talk: () => Promise<void>][] = [
  [
    'pings are answered before init, with their payload',
    async () => {
      const wire = await Wire.open()
      assert.equal((await wire.told()).length, 1)
      wire.close()
    },
  ],
  [
    'a pong that nobody asked for is taken',
    async () => {
      const wire = await Wire.acknowledged()
      wire.say({ type: 'pong', payload: { any: 'thing' } })
      assert.deepEqual((await wire.told()).map(f => f.type), ['connection_ack', 'pong'])
      wire.close()
    },
  ],
  [
    'a query is answered and completed, and its id is free again',
    async () => {
      const wire = await Wire.acknowledged()
      for (let turn = 1; turn <= 2; turn++) {
        wire.say(ask('1', '{ viewer { role } }'))
        await wire.frames.until(() => wire.frames.seen.filter(f => f.type === 'complete').length === turn)
      }
      const heard = (await wire.told()).filter(f => f.id === '1')
      assert.deepEqual(heard.map(f => f.type), ['next', 'complete', 'next', 'complete'])
      assert.deepEqual(heard[0]?.payload, { data: { viewer: { role: 'STAFF' } } })
      wire.close()
    },
  ],
  [
    'a document that is refused is one error, without a complete, and frees the id',
    async () => {
      const wire = await Wire.acknowledged()
      wire.say(ask('1', '{ nothing }'))
      const refused = await wire.hears('error', '1')
      assert.equal(refused.payload[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
      assert.equal('data' in refused.payload[0], false)
      wire.say(ask('1', '{ serverTime }'))
      await wire.hears('complete', '1')
      assert.deepEqual((await wire.told()).filter(f => f.id).map(f => f.type), ['error', 'next', 'complete'])
      wire.close()
    },
  ],
  [
    'a subscription that is completed is silent, and its id is free again',
    async () => {
      const wire = await Wire.acknowledged()
      wire.say(ask('1', offers))
      await wire.hears('next', '1')
      wire.say({ id: '1', type: 'complete' })
      wire.say({ id: '1', type: 'complete' }) // they may cross
      wire.say(ask('1', '{ serverTime }'))
      await wire.hears('complete', '1')
      assert.deepEqual((await wire.told()).filter(f => f.id).map(f => f.type), ['next', 'next', 'complete'])
      wire.close()
    },
  ],
]

/** Resolves to the status with which a handshake is refused. */
async function refusal(protocols: string[], headers: Record<string, string>): Promise<number | undefined> {
  const socket = new WebSocket(ws, protocols, { headers })
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  socket.terminate()
  return response.statusCode
}

await Promise.all([
  ...ends.map(async ([what, when, said, code]) => {
    const wire = await (when === 'before' ? Wire.open() : Wire.acknowledged())
    for (const frame of said) wire.say(frame)
    assert.equal(await wire.closed(), code, `${what}, ${when} the acknowledgement`)
  }),
  ...handshakes.map(async ([what, protocols, headers, status]) => assert.equal(await refusal(protocols, headers), status, what)),
  ...talks.map(([what, talk]) => talk().catch(reason => assert.fail(`${what}: ${reason}`))),
])
console.log(`frames: ${ends.length} ends, ${handshakes.length} handshakes, ${talks.length} talks`)
