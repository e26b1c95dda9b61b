// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenCommand } from './kinds'
import * as ledger from './ledger'

const command = (over: Partial<OpenCommand> = {}): OpenCommand => ({
  key: 'k-1', operation: 'holdSlot', target: 'slot-1', viewer: 'mina', text: 'mutation', input: {}, at: Date.now(), phase: 'sending', ...over,
})

beforeEach(() => ledger.leavePage())

describe('the ledger', () => {
  it('of a guest outlives the tab', () => {
    ledger.openLedger({ id: 'mina', guest: true })
    ledger.begin(command())
    sessionStorage.clear()
    ledger.leavePage()
    ledger.openLedger({ id: 'mina', guest: true })
    expect(ledger.openOn('slot-1')?.key).toBe('k-1')
  })

  it('of staff ends with the tab', () => {
    ledger.openLedger({ id: 'ada', guest: false })
    ledger.begin(command())
    expect(localStorage.length).toBe(0)
  })

  it('is nobody else’s', () => {
    ledger.openLedger({ id: 'mina', guest: true })
    ledger.begin(command())
    ledger.openLedger({ id: 'juno', guest: true })
    expect(ledger.memory.get().open).toEqual({})
    ledger.openLedger({ id: 'mina', guest: true })
    expect(ledger.openOn('slot-1')?.key).toBe('k-1')
  })

  it('keeps what another tab wrote meanwhile', () => {
    ledger.openLedger({ id: 'mina', guest: true })
    const other = { open: { 'slot-2': command({ key: 'k-2', target: 'slot-2' }) }, recent: [] }
    localStorage.setItem('slotq.commands.v1.mina', JSON.stringify(other))
    ledger.begin(command())
    expect(Object.keys(JSON.parse(localStorage.getItem('slotq.commands.v1.mina')!).open).toSorted()).toEqual(['slot-1', 'slot-2'])
    const off = ledger.watchOtherTabs()
    localStorage.setItem('slotq.commands.v1.mina', JSON.stringify({ open: {}, recent: [] }))
    dispatchEvent(new StorageEvent('storage', { key: 'slotq.commands.v1.mina', storageArea: localStorage }))
    expect(ledger.memory.get().open).toEqual({})
    off()
  })

  it('lets go of what the server has forgotten', () => {
    ledger.openLedger({ id: 'mina', guest: true })
    ledger.begin(command({ at: Date.now() - 7 * 24 * 3_600_000 }))
    ledger.openLedger({ id: 'mina', guest: true })
    expect(ledger.memory.get().open).toEqual({})
  })

  it('goes on without a storage', () => {
    ledger.openLedger({ id: 'mina', guest: true })
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    ledger.begin(command())
    expect(ledger.openOn('slot-1')?.key).toBe('k-1')
    ledger.settle({ key: 'k-1', operation: 'holdSlot', target: 'slot-1', at: 0, settledAt: 1, settled: { kind: 'done' }, reread: true })
    expect(ledger.memory.get().open).toEqual({})
    full.mockRestore()
  })

  it('keeps results without what they say of customers', () => {
    ledger.openLedger({ id: 'mina', guest: true })
    ledger.begin(command())
    ledger.settle({
      key: 'k-1', operation: 'holdSlot', target: 'slot-1', at: 0, settledAt: 1, settled: { kind: 'done' }, reread: true,
      now: { __typename: 'Reservation', id: 'r', customer: { email: 'mina@example.com' } }, payload: { outcome: 'COMMITTED', replayed: false, correlationId: 'c', secret: 'sq.x' } as never,
    })
    const kept = localStorage.getItem('slotq.commands.v1.mina')!
    expect(kept).not.toContain('mina@example.com')
    expect(kept).not.toContain('sq.x')
  })

  it('survives a storage that holds nonsense', () => {
    localStorage.setItem('slotq.commands.v1.mina', '{"open":')
    ledger.openLedger({ id: 'mina', guest: true })
    expect(ledger.memory.get()).toEqual({ open: {}, recent: [] })
  })
})
