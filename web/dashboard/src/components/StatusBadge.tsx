import { Badge } from '@mantine/core'
import type * as C from '../gql/enums'
import { enumWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import type { Tone } from '../theme/palette'

const tones = {
  reservationStatus: { HELD: 'amber', CONFIRMED: 'pine', CHECKED_IN: 'sea', COMPLETED: 'slate', CANCELLED: 'slate', NO_SHOW: 'rust', EXPIRED: 'slate' } satisfies Record<C.ReservationStatus, Tone>,
  offerStatus: { OFFERED: 'amber', ACCEPTED: 'pine', DECLINED: 'slate', EXPIRED: 'slate', WITHDRAWN: 'slate' } satisfies Record<C.OfferStatus, Tone>,
  entryStatus: { WAITING: 'sea', OFFERED: 'amber', FULFILLED: 'pine', DECLINED: 'slate', EXPIRED: 'slate', CANCELLED: 'slate' } satisfies Record<C.WaitlistEntryStatus, Tone>,
  intentStatus: {
    REQUESTED: 'sea', WAITING_FOR_SEAT: 'sea', RESERVING: 'sea', SUCCEEDED: 'pine', FAILED_RACE: 'rust', FAILED_AUTH: 'rust', FAILED_UPSTREAM: 'rust', CANCELLED: 'slate', EXPIRED: 'slate',
  } satisfies Record<C.IntentStatus, Tone>,
  approvalStatus: { PENDING: 'amber', APPROVED: 'pine', CONSUMED: 'slate', SUPERSEDED: 'slate', REJECTED: 'rust', EXPIRED: 'slate' } satisfies Record<C.ApprovalStatus, Tone>,
  attemptStatus: { STARTING: 'sea', RUNNING: 'sea', UNKNOWN: 'amber', SUCCEEDED: 'pine', FAILED: 'rust', CANCELLED: 'slate', DISCARDED: 'slate' } satisfies Record<C.AttemptStatus, Tone>,
  delivery: { PENDING: 'slate', SENT: 'sea', DELIVERED: 'pine', UNKNOWN: 'amber', SUPPRESSED: 'slate', FAILED: 'rust' } satisfies Record<C.DeliveryState, Tone>,
  policyStatus: { DRAFT: 'amber', ACTIVE: 'pine', RETIRED: 'slate' } satisfies Record<C.PolicyStatus, Tone>,
}

export type StatusOf = keyof typeof tones

/** A state of the contract in words and colour: `<StatusBadge of="reservationStatus" value={r.status} />`. A value from the future is shown as it is. */
export function StatusBadge<K extends StatusOf>({ of, value }: { of: K; value: keyof (typeof tones)[K] & string }) {
  const words = useWords(enumWords)[of] as Record<string, string>
  return (
    <Badge variant="light" color={(tones[of] as Record<string, Tone>)[value] ?? 'slate'} data-status={value} tt="none" fw={600}>
      {words[value] ?? value}
    </Badge>
  )
}
