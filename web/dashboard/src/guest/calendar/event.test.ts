import { describe, expect, it } from 'vitest'
import { calendarFile } from './event'

const event = {
  reservationId: 'rv_1', version: 3, startsAt: '2026-12-01T10:00:00.000000Z', endsAt: '2026-12-01T12:00:00.000000Z',
  summary: '북촌, 2명; 창가', location: 'Table 4, 북촌 Bukchon', description: 'One\nTwo', certain: true,
}

describe('a booking as a calendar file', () => {
  const file = calendarFile(event, Date.parse('2026-11-30T08:00:00Z'))
  it('says when in UTC, under the id that the feeds use', () => {
    expect(file).toContain('\r\nUID:rv_1@slotq\r\nSEQUENCE:3\r\nDTSTAMP:20261130T080000Z\r\nDTSTART:20261201T100000Z\r\nDTEND:20261201T120000Z\r\n')
    expect(file).toContain('SUMMARY:북촌\\, 2명\\; 창가')
    expect(file).toContain('DESCRIPTION:One\\nTwo')
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })
  it('folds long lines without cutting a character', () => {
    const long = calendarFile({ ...event, description: '예약'.repeat(60) }, 0)
    for (const line of long.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(long.replaceAll('\r\n ', '')).toContain('예약'.repeat(60))
  })
})
