import { describe, expect, it } from 'vitest'
import { compare, type Planned, runsOf } from './trial'

const zone = 'Asia/Seoul'
const slot = (id: string, startsAt: string, endsAt: string, walkInOnly = false): Planned => ({
  resource: { id, name: `Table ${id}` },
  startsAt,
  endsAt,
  walkInOnly,
})
const plan = (slots: Planned[], total = slots.length) => ({ slots, total })

describe('a change of opening rules', () => {
  it('says by the date of the venue what appears and what goes', () => {
    // 23:00 in Seoul, and one in the morning of the next day there
    const evening = slot('1', '2026-12-01T14:00:00Z', '2026-12-01T15:00:00Z')
    const late = slot('1', '2026-12-01T16:00:00Z', '2026-12-01T17:00:00Z')
    const trial = compare(plan([evening]), plan([late]), zone)
    expect(trial).toMatchObject({ appears: 1, goes: 1, stays: 0 })
    expect(trial.days.map(({ day, before, after }) => [day, before, after])).toEqual([
      ['2026-12-01', 1, 0],
      ['2026-12-02', 0, 1],
    ])
  })
  it('puts slots of one time together', () => {
    const at = (id: string) => slot(id, '2026-12-01T08:00:00Z', '2026-12-01T10:00:00Z')
    expect(compare(plan([]), plan([at('1'), at('2')]), zone).days[0]!.appears).toEqual([
      { startsAt: '2026-12-01T08:00:00Z', endsAt: '2026-12-01T10:00:00Z', walkInOnly: false, resources: ['Table 1', 'Table 2'] },
    ])
  })
  it('takes another length for another slot', () => {
    const trial = compare(
      plan([slot('1', '2026-12-01T08:00:00Z', '2026-12-01T09:00:00Z')]),
      plan([slot('1', '2026-12-01T08:00:00Z', '2026-12-01T10:00:00Z')]),
      zone,
    )
    expect(trial).toMatchObject({ appears: 1, goes: 1 })
  })
  it('tells a slot that is kept for walk-ins from one that is new', () => {
    const at = ['1', '2026-12-01T08:00:00Z', '2026-12-01T09:00:00Z'] as const
    expect(compare(plan([slot(...at)]), plan([slot(...at, true)]), zone)).toMatchObject({ appears: 0, goes: 0, turns: 1, stays: 0 })
  })
  it('compares lists that were cut short no further than both reach', () => {
    const one = slot('1', '2026-12-01T08:00:00Z', '2026-12-01T09:00:00Z')
    const two = slot('1', '2026-12-02T08:00:00Z', '2026-12-02T09:00:00Z')
    const three = slot('1', '2026-12-03T08:00:00Z', '2026-12-03T09:00:00Z')
    const trial = compare(plan([one, two], 30), plan([one, two, three]), zone)
    expect(trial).toMatchObject({ until: two.startsAt, appears: 0, goes: 0, stays: 1 })
    expect(trial.days).toHaveLength(1)
  })
  it('tells slots that follow one another as one stretch', () => {
    const group = (from: string, to: string, resources = ['Table 1']) => ({
      startsAt: `2026-12-01T${from}:00Z`,
      endsAt: `2026-12-01T${to}:00Z`,
      walkInOnly: false,
      resources,
    })
    expect(
      runsOf([group('08:00', '08:20'), group('08:20', '08:40'), group('09:00', '09:20'), group('09:20', '09:40', ['Table 1', 'Table 2'])]),
    ).toMatchObject([
      { from: '2026-12-01T08:00:00Z', to: '2026-12-01T08:40:00Z', slots: 2 },
      { from: '2026-12-01T09:00:00Z', slots: 1 },
      { from: '2026-12-01T09:20:00Z', slots: 1 },
    ])
    expect(runsOf([group('08:00', '09:00'), group('08:30', '09:30')])).toMatchObject([{ to: '2026-12-01T09:30:00Z', slots: 2 }])
  })
})
