// @vitest-environment jsdom
import { CombinedError } from '@urql/core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { askNow, driveOpen, inherit, mean, recover, silence, stopDriving, type Answer, type World } from './driver'
import type { CommandPayload, Entity, OpenCommand } from './kinds'
import * as ledger from './ledger'

const offer = (version: number, status = 'ACCEPTED'): Entity => ({ __typename: 'Offer', id: 'offer-1', version, status })
const payload = (over: Partial<CommandPayload> & Record<string, unknown> = {}) => ({
  data: { confirmOffer: { __typename: 'ConfirmOfferPayload', outcome: 'COMMITTED', replayed: false, retryAfterMs: null, correlationId: 'c-1', problem: null, offer: offer(2), ...over } },
})
const refused = (code: string, entity = offer(5, 'DECLINED')) => payload({ outcome: 'REJECTED', problem: { code: code as never, message: 'no', retry: 'REREAD', currentVersion: 5 }, offer: entity })
const failed = (code: string, more: Record<string, unknown> = {}): Answer => ({
  error: new CombinedError({ graphQLErrors: [{ message: code, extensions: { code, correlationId: 'c-9', ...more } }] }),
})
const lost: Answer = { error: new CombinedError({ networkError: new TypeError('Failed to fetch') }) }

/** A world in which each sending gets the next of these answers; waiting takes no time. */
function worldOf(...answers: (Answer | Promise<Answer>)[]) {
  const sent: { key: string; input: unknown; again: boolean }[] = []
  const waited: number[] = []
  const world: World = {
    send: vi.fn(async (command: OpenCommand, again: boolean) => {
      sent.push({ key: command.key, input: command.input, again })
      const answer = answers.shift()
      if (!answer) throw new Error('sent once too often')
      return answer
    }),
    reread: vi.fn(async (entity: Entity) => ({ ...entity, version: (entity.version ?? 0) + 1, reread: true })),
    follow: vi.fn(),
    wait: vi.fn(async (ms: number) => {
      waited.push(ms)
    }),
    now: () => Date.now(),
  }
  return { world, sent, waited }
}

const meant = { operation: 'confirmOffer', target: 'offer-1', text: 'mutation { confirmOffer }', input: { offerId: 'offer-1', expectedVersion: 1, confirmationSource: 'PHONE' } }
async function press(world: World, over: Partial<typeof meant> = {}, saw?: Entity) {
  const began = mean({ ...meant, ...over }, world, saw)
  if ('busy' in began) throw new Error('busy')
  return began.result
}
/** As if the page had been loaded again by the same person. */
function reload() {
  ledger.leavePage()
  stopDriving()
  ledger.openLedger({ id: 'ada', guest: false })
}

beforeEach(() => {
  ledger.leavePage()
  stopDriving()
  ledger.openLedger({ id: 'ada', guest: false })
})

describe('a command', () => {
  it('is written down before it leaves, and is done when it was read again', async () => {
    const { world } = worldOf(payload())
    world.send = vi.fn(async (command: OpenCommand) => {
      expect(JSON.parse(sessionStorage.getItem('slotq.commands.v1.ada')!).open['offer-1'].key).toBe(command.key)
      return payload()
    })
    const result = await press(world)
    expect(result.settled).toEqual({ kind: 'done' })
    expect(result.reread).toBe(true)
    expect(result.now).toMatchObject({ version: 3, reread: true })
    expect(ledger.memory.get().open).toEqual({})
    expect(ledger.memory.get().recent[0]).toMatchObject({ operation: 'confirmOffer', entity: { id: 'offer-1', version: 3 } })
  })

  it('pressed twice is sent once, and both presses get the one result', async () => {
    let answer!: (a: Answer) => void
    const { world, sent } = worldOf(new Promise((resolve) => (answer = resolve)))
    const first = press(world)
    const second = press(world, { input: { confirmationSource: 'PHONE', expectedVersion: 1, offerId: 'offer-1' } })
    answer(payload())
    expect(await second).toBe(await first)
    expect(sent).toHaveLength(1)
  })

  it('makes another one on the same target wait, and tells which is open', async () => {
    const { world, sent } = worldOf(new Promise(() => {}))
    void press(world)
    const other = mean({ ...meant, operation: 'declineOffer' }, world)
    expect(other).toMatchObject({ busy: { operation: 'confirmOffer' } })
    const otherInput = mean({ ...meant, input: { ...meant.input, confirmationSource: 'FRONT_DESK' } }, world)
    expect(otherInput).toHaveProperty('busy')
    expect(sent).toHaveLength(1)
  })

  it('has a key of its own each time that it is meant', async () => {
    const { world, sent } = worldOf(payload(), payload())
    await press(world)
    await press(world)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  })

  it('whose answer is lost is unknown, never failed, and is asked for with the same key and input', async () => {
    const { world, sent, waited } = worldOf(lost, lost, payload({ replayed: true }))
    const phases: string[] = []
    const off = ledger.memory.watch(() => phases.push(ledger.openOn('offer-1')?.phase ?? 'settled'))
    const result = await press(world)
    off()
    expect(result.settled).toEqual({ kind: 'doneBefore' })
    expect(result.repeated).toBe(true)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(new Set(sent.map(({ input }) => JSON.stringify(input))).size).toBe(1)
    expect(sent.map(({ again }) => again)).toEqual([false, true, true])
    expect(waited).toEqual([silence(0), silence(1)])
    expect(phases).toEqual(['sending', 'unknown', 'settled'])
  })

  it('that is still running is waited for as long as the server says', async () => {
    const { world, sent, waited } = worldOf(payload({ outcome: 'IN_PROGRESS', retryAfterMs: 750, offer: null }), payload({ replayed: true }))
    const result = await press(world)
    expect(waited).toEqual([750])
    expect(sent[0]!.key).toBe(sent[1]!.key)
    expect(result.settled.kind).toBe('doneBefore')
  })

  it.each(['RATE_LIMITED', 'UNAVAILABLE'])('that hears %s goes again with its key when it may', async (code) => {
    const { world, sent, waited } = worldOf(failed(code, { retryAfterMs: 2_500 }), payload())
    expect((await press(world)).settled.kind).toBe('done')
    expect(waited).toEqual([2_500])
    expect(sent[0]!.key).toBe(sent[1]!.key)
  })

  it('that the server broke at is not known to have failed', async () => {
    const { world, sent } = worldOf(failed('INTERNAL'), payload({ replayed: true }))
    expect((await press(world)).settled.kind).toBe('doneBefore')
    expect(sent[0]!.key).toBe(sent[1]!.key)
  })

  it.each(['FORBIDDEN', 'PAYLOAD_INVALID'])('that hears %s was not taken, and may be meant anew', async (code) => {
    const { world, sent } = worldOf(failed(code), payload())
    const result = await press(world)
    expect(result.settled).toMatchObject({ kind: 'notTaken', code })
    expect(result.correlationId).toBe('c-9')
    expect(world.reread).not.toHaveBeenCalled()
    await press(world)
    expect(sent[0]!.key).not.toBe(sent[1]!.key)
  })

  it('that is refused brings what was seen and what is true, and is never repeated', async () => {
    const { world, sent } = worldOf(refused('DECISION_STALE'))
    const result = await press(world, {}, offer(1, 'OFFERED'))
    expect(result.settled).toMatchObject({ kind: 'refused', problem: { code: 'DECISION_STALE', currentVersion: 5 } })
    expect(result.saw).toMatchObject({ version: 1, status: 'OFFERED' })
    expect(result.now).toMatchObject({ version: 6 })
    expect(sent).toHaveLength(1)
  })

  it('is done even when it cannot be read again, and says so', async () => {
    const { world } = worldOf(payload())
    world.reread = vi.fn(async () => undefined)
    const result = await press(world)
    expect(result).toMatchObject({ settled: { kind: 'done' }, reread: false, now: { version: 2 } })
  })

  it('that a worker took over is followed to its end', async () => {
    const { world } = worldOf(payload({ outcome: 'ACCEPTED', intent: { __typename: 'Intent', id: 'intent-1', version: 1, status: 'REQUESTED' } }))
    const result = await press(world)
    expect(result.settled).toEqual({ kind: 'accepted', intentId: 'intent-1', intentStatus: 'REQUESTED' })
    const [id, told] = vi.mocked(world.follow).mock.calls[0]!
    expect(id).toBe('intent-1')
    told('SUCCEEDED')
    expect(ledger.memory.get().recent[0]!.settled).toMatchObject({ intentStatus: 'SUCCEEDED' })
    expect(ledger.results.get().get('offer-1')!.settled).toMatchObject({ intentStatus: 'SUCCEEDED' })
  })

  it('goes at once when it is asked for', async () => {
    const { world, sent } = worldOf(lost, payload())
    world.wait = (_, sooner) => sooner
    const result = press(world)
    await vi.waitFor(() => expect(ledger.openOn('offer-1')?.phase).toBe('unknown'))
    await Promise.resolve()
    askNow('offer-1')
    expect((await result).settled.kind).toBe('done')
    expect(sent).toHaveLength(2)
  })

  it('goes on after a reload with its key, and tells its result there', async () => {
    const before = worldOf(new Promise(() => {}))
    void press(before.world)
    reload()
    const after = worldOf(payload({ replayed: true }))
    recover(after.world)
    await vi.waitFor(() => expect(ledger.memory.get().recent).toHaveLength(1))
    expect(after.sent[0]!.key).toBe(before.sent[0]!.key)
    expect(after.sent[0]!.input).toEqual(before.sent[0]!.input)
    expect(after.sent[0]!.again).toBe(true)
    expect(ledger.results.get().get('offer-1')).toMatchObject({ recovered: true, settled: { kind: 'doneBefore' } })
  })

  it('in a duplicated tab is repeated with the same key', async () => {
    const here = worldOf(new Promise(() => {}))
    void press(here.world)
    const copy = sessionStorage.getItem('slotq.commands.v1.ada')!
    reload()
    sessionStorage.setItem('slotq.commands.v1.ada', copy)
    const there = worldOf(payload({ replayed: true }))
    recover(there.world)
    await vi.waitFor(() => expect(there.sent[0]!.key).toBe(here.sent[0]!.key))
  })

  it('of somebody who has signed out waits for them, and is not done in another name', async () => {
    const { world, sent } = worldOf(failed('UNAUTHENTICATED'))
    void press(world)
    await vi.waitFor(() => expect(ledger.openOn('offer-1')?.phase).toBe('signedOut'))
    ledger.openLedger({ id: 'eve', guest: false })
    expect(ledger.memory.get().open).toEqual({})
    stopDriving()
    ledger.openLedger({ id: 'ada', guest: false })
    const back = worldOf(payload())
    recover(back.world)
    await vi.waitFor(() => expect(back.sent[0]!.key).toBe(sent[0]!.key))
  })

  it('is not sent where the page speaks for somebody else by now', async () => {
    const { world } = worldOf(lost, { notMine: true })
    void press(world)
    await vi.waitFor(() => expect(ledger.openOn('offer-1')?.phase).toBe('signedOut'))
    expect(world.send).toHaveBeenCalledTimes(2)
  })
})

describe('what is followed', () => {
  it('is followed on after a reload, once', async () => {
    const { world } = worldOf(payload({ outcome: 'ACCEPTED', intent: { __typename: 'Intent', id: 'intent-1', version: 1, status: 'REQUESTED' } }))
    await press(world)
    reload()
    const after = worldOf()
    recover(after.world)
    recover(after.world)
    expect(after.world.follow).toHaveBeenCalledTimes(1)
    vi.mocked(after.world.follow).mock.calls[0]![1]('FAILED_RACE')
    expect(ledger.results.get().get('offer-1')!.settled).toMatchObject({ kind: 'accepted', intentStatus: 'FAILED_RACE' })
  })
})

describe('two drivers of one command', () => {
  it('are one', async () => {
    const { world, sent } = worldOf(payload())
    const command: OpenCommand = { ...meant, key: 'k', viewer: 'ada', at: Date.now(), phase: 'sending' }
    ledger.begin(command)
    expect(driveOpen(command, world)).toBe(driveOpen(command, world))
    await driveOpen(command, world)
    expect(sent).toHaveLength(1)
  })
})

describe('a command that another tab of the same guest has open', () => {
  /** Locks as a browser has them: one holder a name, the others in line. */
  function browserLocks() {
    const lines = new Map<string, Promise<unknown>>()
    vi.stubGlobal('navigator', {
      ...navigator,
      locks: {
        request: (name: string, work: () => Promise<unknown> | void) => {
          const turn = (lines.get(name) ?? Promise.resolve()).then(work)
          lines.set(name, turn)
          return turn
        },
      },
    })
    return lines
  }
  const others: OpenCommand = { ...meant, key: 'k-1', viewer: 'ada', at: Date.now(), phase: 'sending' }
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

  it('is left to that tab as long as it is there, and then given with the same key', async () => {
    const lines = browserLocks()
    let gone!: () => void
    lines.set('slotq.command.k-1', new Promise<void>((resolve) => (gone = resolve)))
    ledger.begin(others)
    const { world, sent } = worldOf(payload({ replayed: true }))
    inherit(world)
    inherit(world)
    await settle()
    expect(sent).toHaveLength(0)
    gone()
    await settle()
    expect(sent).toEqual([{ key: 'k-1', again: true, input: meant.input }])
    expect(ledger.memory.get().open).toEqual({})
    vi.unstubAllGlobals()
  })

  it('is nothing to be done about once that tab has its result', async () => {
    browserLocks()
    ledger.begin(others)
    const { world, sent } = worldOf()
    inherit(world)
    ledger.settle({ key: 'k-1', operation: 'confirmOffer', target: 'offer-1', at: 1, settledAt: 2, settled: { kind: 'done' }, reread: true })
    await settle()
    expect(sent).toHaveLength(0)
    vi.unstubAllGlobals()
  })
})
