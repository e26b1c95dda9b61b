import { expect, it } from 'vitest'
import { settlingDeed } from './settledBy'

const item = { since: '2026-12-05T10:00:00Z', subjectId: 'of_1' }
const deed = (operation: string, at: string, subjectId = 'of_1', outcome = 'COMMITTED') => ({ operation, at, subjectId, outcome })

it('is what was done about the thing, not what came of it', () => {
  const history = [
    deed('offerNext', '2026-12-05T10:05:01Z', 'of_2'),
    deed('declineOffer', '2026-12-05T10:05:00Z'),
    deed('offerNext', '2026-12-05T10:00:00Z'),
  ]
  expect(settlingDeed(history, item)?.operation).toBe('declineOffer')
})
it('is not what was refused, nor what was before', () => {
  expect(
    settlingDeed([deed('confirmOffer', '2026-12-05T10:05:00Z', 'of_1', 'REJECTED'), deed('joinWaitlist', '2026-12-05T09:00:00Z', 'we_1')], item),
  ).toBeUndefined()
})
it('may be about what stands behind it', () => {
  expect(settlingDeed([deed('leaveWaitlist', '2026-12-05T10:05:00Z', 'we_1')], item)?.operation).toBe('leaveWaitlist')
})
