// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Link } from './link'

type Supervised = { next(value: unknown): void; error(reason: unknown): void; complete(): void }
const wire = vi.hoisted(() => ({ socket: [] as { payload: { variables: Record<string, unknown> }; sink: Supervised }[], events: [] as { payload: unknown; sink: Supervised }[], on: {} as Record<string, (x?: unknown) => void>, terminated: 0 }))
vi.mock('graphql-ws', () => ({
  createClient: (options: { on: typeof wire.on }) => {
    wire.on = options.on
    return { subscribe: (payload: never, sink: Supervised) => (wire.socket.push({ payload, sink }), () => {}), terminate: () => wire.terminated++ }
  },
}))
vi.mock('graphql-sse', () => ({ createClient: () => ({ subscribe: (payload: never, sink: Supervised) => (wire.events.push({ payload, sink }), () => {}) }) }))

const event = (cursor: string, more: object = {}) => ({ data: { offerChanged: { kind: 'CHANGE', cursor, ...more } } })
const sink = () => ({ next: vi.fn(), error: vi.fn(), complete: vi.fn() })
const request = { query: 'subscription { offerChanged }', variables: { venueId: 'v' } } as never

let live: typeof import('./live')
let link: { get(): Link }
beforeEach(async () => {
  vi.useFakeTimers()
  wire.socket = []
  wire.events = []
  vi.resetModules()
  live = await import('./live')
  ;({ link } = await import('./link'))
})
afterEach(() => vi.useRealTimers())

const soon = () => vi.advanceTimersByTimeAsync(20_000)

describe('a stream', () => {
  it('that is cut off goes on after its last event, whatever the socket said', async () => {
    const heard = sink()
    live.subscribeLive(request, heard)
    expect(wire.socket[0]!.payload.variables).toEqual({ venueId: 'v' })
    wire.socket[0]!.sink.next(event('c-7'))
    for (const code of [1011, 4500, 4400]) {
      wire.socket.at(-1)!.sink.error({ code })
      expect(link.get().state).toBe('lost')
      await soon()
    }
    expect(wire.socket).toHaveLength(4)
    expect(wire.socket.at(-1)!.payload.variables).toEqual({ venueId: 'v', after: 'c-7' })
    expect(heard.error).not.toHaveBeenCalled()
    expect(heard.complete).not.toHaveBeenCalled()
  })

  it('that the server ends for the moment is begun again', async () => {
    const heard = sink()
    live.subscribeLive(request, heard)
    wire.socket[0]!.sink.next({ errors: [{ message: 'later', extensions: { code: 'UNAVAILABLE' } }] })
    wire.socket[0]!.sink.complete()
    await soon()
    expect(wire.socket).toHaveLength(2)
    expect(heard.next).not.toHaveBeenCalled()
  })

  it.each(['FORBIDDEN', 'REFERENCE_NOT_FOUND'])('that is refused by %s is not begun again', async (code) => {
    const heard = sink()
    live.subscribeLive(request, heard)
    const refusal = { errors: [{ message: 'no', extensions: { code } }] }
    wire.socket[0]!.sink.next(refusal)
    wire.socket[0]!.sink.complete()
    await soon()
    expect(heard.next).toHaveBeenCalledWith(refusal)
    expect(wire.socket).toHaveLength(1)
    expect(link.get().state).toBe('idle')
  })

  it('that runs goes on after an event with an error in it', async () => {
    const heard = sink()
    live.subscribeLive(request, heard)
    wire.socket[0]!.sink.next(event('c-1'))
    wire.socket[0]!.sink.next({ data: null, errors: [{ message: 'one event', extensions: { code: 'REFERENCE_NOT_FOUND' } }] })
    wire.socket[0]!.sink.next(event('c-2'))
    await soon()
    expect(heard.next).toHaveBeenCalledTimes(3)
    expect(wire.socket).toHaveLength(1)
  })

  it('asks who is there when the credential is refused, and stops if nobody is', async () => {
    const ask = vi.fn(async () => false)
    live.onRefused(ask)
    live.subscribeLive(request, sink())
    wire.socket[0]!.sink.error({ code: 4403 })
    await soon()
    expect(ask).toHaveBeenCalledOnce()
    expect(wire.socket).toHaveLength(1)
  })

  it('comes back together with all others', async () => {
    live.subscribeLive(request, sink())
    live.subscribeLive(request, sink())
    for (const { sink } of wire.socket.slice(0, 2)) sink.error({ code: 1006 })
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(1)
    expect(wire.socket).toHaveLength(4)
  })

  it('takes events where sockets are blocked', async () => {
    const heard = sink()
    live.subscribeLive(request, heard)
    for (let i = 0; i < 2; i++) {
      wire.on.closed!()
      wire.socket.at(-1)!.sink.error({ code: 1006 })
      await soon()
    }
    expect(wire.events).toHaveLength(1)
    wire.events[0]!.sink.next(event('c-1'))
    await soon()
    expect(heard.next).toHaveBeenCalledOnce()
    expect(link.get()).toMatchObject({ state: 'live', via: 'events' })
  })

  it('that nobody listens to any more is not begun again', async () => {
    const stop = live.subscribeLive(request, sink())
    stop()
    wire.socket[0]!.sink.error({ code: 1006 })
    await soon()
    expect(wire.socket).toHaveLength(1)
    expect(link.get().state).toBe('idle')
  })

  it('is given up when the server answers no ping', async () => {
    live.subscribeLive(request, sink())
    wire.terminated = 0
    wire.on.ping!(false)
    await vi.advanceTimersByTimeAsync(4_000)
    wire.on.pong!(true)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(wire.terminated).toBe(0)
    wire.on.ping!(false)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(wire.terminated).toBe(1)
  })
})
