import { describe, expect, it } from 'vitest'
import { type Actable, correctable, isLate, possibleActs, seatingFrom, waitedForUntil } from './possible'

const start = Date.parse('2026-12-05T10:00:00Z')
const minute = 60_000
const booked = (more: Partial<Actable> = {}): Actable => ({
  status: 'CONFIRMED',
  viewerCommands: ['moveReservation', 'cancelReservation'],
  slots: [{ startsAt: '2026-12-05T10:00:00Z', endsAt: '2026-12-05T12:00:00Z' }],
  policyVersion: { rules: { checkInOpens: 'PT30M', noShowGrace: 'PT15M' } },
  ...more,
})

describe('what may be done with a reservation', () => {
  it('is what the server said, in the order of the screen', () => {
    expect(possibleActs(booked(), start - 3_600_000)).toEqual(['moveReservation', 'cancelReservation'])
  })
  it('opens by time, without a word from the server', () => {
    expect(possibleActs(booked(), start - 30 * minute)).toContain('checkInReservation')
    expect(possibleActs(booked(), start + 14 * minute)).not.toContain('markNoShow')
    expect(possibleActs(booked(), start + 15 * minute)).toContain('markNoShow')
  })
  it('does not open while an intent has it in hand, nor in another state', () => {
    expect(possibleActs(booked({ intent: { id: 'in_1' } }), start)).toEqual(['moveReservation', 'cancelReservation'])
    expect(possibleActs(booked({ status: 'NO_SHOW', viewerCommands: [] }), start + 60 * minute)).toEqual([])
  })
  it('knows the times that it waits for', () => {
    expect(seatingFrom(booked())).toBe(start - 30 * minute)
    expect(waitedForUntil(booked())).toBe(start + 15 * minute)
    expect(seatingFrom(booked({ policyVersion: null }))).toBeUndefined()
  })
  it('is late from its start on', () => {
    expect(isLate(booked(), start - 1)).toBe(false)
    expect(isLate(booked(), start)).toBe(true)
    expect(isLate(booked({ status: 'CHECKED_IN' }), start)).toBe(false)
  })
  it('can be corrected until it is over', () => {
    expect(correctable(booked({ status: 'NO_SHOW' }), start + 60 * minute)).toBe(true)
    expect(correctable(booked({ status: 'NO_SHOW' }), start + 120 * minute)).toBe(false)
    expect(correctable(booked(), start)).toBe(false)
  })
})
