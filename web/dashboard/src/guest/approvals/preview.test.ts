import { describe, expect, it } from 'vitest'
import { readPreview } from './preview'

describe('a preview', () => {
  it('is read as the server writes it', () => {
    const slot = { id: 'sl_1', resource: 'Table 9', startsAt: '2026-12-03T02:30:00Z', endsAt: '2026-12-03T04:00:00Z' }
    const preview = readPreview({ summary: { en: 'Move', ko: '변경' }, note: { en: 'N', ko: '노' }, venue: { timeZone: 'Asia/Seoul' }, slots: [slot], leaves: [slot], reservation: 'rv_1' })
    expect(preview).toEqual({ summary: { en: 'Move', ko: '변경' }, note: { en: 'N', ko: '노' }, timeZone: 'Asia/Seoul', slots: [slot], leaves: [slot], reservation: 'rv_1' })
  })
  it('leaves out what is not as expected', () => {
    for (const odd of [null, 'text', [], { summary: 'text', slots: [{ resource: 1 }], venue: [] }]) expect(readPreview(odd)).toEqual({ summary: undefined, note: undefined, timeZone: undefined, slots: [], leaves: [], reservation: undefined })
  })
})
