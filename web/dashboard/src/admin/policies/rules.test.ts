import { describe, expect, it } from 'vitest'
import { changedRules, faultsOf, groups, inputOf, readText, type Rules } from './rules'

const rules: Rules = {
  holdTtl: 'PT5M',
  offerTtl: 'PT15M',
  approvalTtl: 'PT5M',
  requestTtl: 'P1D',
  confirmation: 'INSTANT',
  leadTime: 'PT0S',
  bookingHorizon: 'P60D',
  cancellationCutoff: 'PT2H',
  maxActiveReservationsPerCustomer: 20,
  channels: [],
  checkInOpens: 'PT30M',
  noShowGrace: 'PT15M',
  autoNoShow: false,
  bufferBefore: 'PT0S',
  bufferAfter: 'PT0S',
  turnTimes: [],
  pacingParties: null,
  pacingCovers: null,
  waitlistFit: 'STRICT_FIFO',
  skipLimit: 3,
  onOfferLapse: 'REMOVE',
  autoPromote: true,
  waitlistWeights: [
    { factor: 'PRIORITY', weight: 0 },
    { factor: 'WAITING_AGE', weight: 0 },
  ],
}

describe('a draft of rules', () => {
  it('shows every rule in exactly one group', () => {
    expect(Object.values(groups).flat().toSorted()).toEqual(Object.keys(rules).toSorted())
  })
  it('sends only what differs', () => {
    expect(inputOf(rules, { ...rules })).toEqual({})
    expect(inputOf(rules, { ...rules, holdTtl: 'PT7M', pacingCovers: 24 })).toEqual({ holdTtl: 'PT7M', pacingCovers: 24 })
    expect(inputOf({ ...rules, pacingCovers: 24 }, rules)).toEqual({ pacingCovers: 0 })
  })
  it('compares lists by what is in force, whatever order they were typed in', () => {
    const empty = { channel: 'GUEST' as const, leadTime: null, bookingHorizon: null, cancellationCutoff: null }
    expect(changedRules(rules, { ...rules, channels: [empty] })).toEqual([])
    expect(inputOf(rules, { ...rules, channels: [{ ...empty, leadTime: 'PT1H' }] })).toEqual({ channels: [{ channel: 'GUEST', leadTime: 'PT1H' }] })
    const two = [
      { fromPartySize: 5, duration: 'PT2H' },
      { fromPartySize: 2, duration: 'PT1H' },
    ]
    expect(changedRules({ ...rules, turnTimes: two }, { ...rules, turnTimes: two.toReversed() })).toEqual([])
  })
  it('finds what can’t be', () => {
    expect(faultsOf(rules)).toEqual({})
    expect(faultsOf({ ...rules, holdTtl: '', skipLimit: 1001, leadTime: 'P60D' })).toEqual({
      holdTtl: 'length',
      skipLimit: 'number',
      leadTime: 'leadTime',
    })
    expect(
      faultsOf({
        ...rules,
        turnTimes: [
          { fromPartySize: 2, duration: 'PT1H' },
          { fromPartySize: 2, duration: 'PT2H' },
        ],
      }),
    ).toEqual({ turnTimes: 'turns' })
    expect(faultsOf({ ...rules, channels: [{ channel: 'AGENT', leadTime: 'P90D', bookingHorizon: null, cancellationCutoff: null }] })).toEqual({
      channels: 'length',
    })
  })
  it('reads what a comparison writes', () => {
    expect(readText('pacingCovers', 'null')).toBeNull()
    expect(readText('pacingCovers', '24')).toBe(24)
    expect(readText('autoPromote', 'false')).toBe(false)
    expect(readText('turnTimes', '[{"fromPartySize":5,"duration":"PT2H30M"}]')).toEqual([{ fromPartySize: 5, duration: 'PT2H30M' }])
    expect(readText('holdTtl', 'PT5M')).toBe('PT5M')
  })
})
