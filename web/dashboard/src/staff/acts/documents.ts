import { graphql } from '../../gql/staff'

// Every command of the staff's screens on a thing that is there. Each answers with the thing as it then stands.

export const ConfirmReservation = graphql(`
  mutation StaffConfirmReservation($input: ReservationCommandInput!) {
    confirmReservation(input: $input) {
      ...CommandFields
      reservation { ...ReservationCore }
      intent { id version status }
    }
  }
`)
export const ExtendHold = graphql(`
  mutation StaffExtendHold($input: ReservationCommandInput!) {
    extendHold(input: $input) {
      ...CommandFields
      reservation { ...ReservationCore }
    }
  }
`)
export const CancelReservation = graphql(`
  mutation StaffCancelReservation($input: CancelReservationInput!) {
    cancelReservation(input: $input) {
      ...CommandFields
      reservation { ...ReservationCore }
      intent { id version status }
    }
  }
`)
export const MoveReservation = graphql(`
  mutation StaffMoveReservation($input: MoveReservationInput!) {
    moveReservation(input: $input) {
      ...CommandFields
      reservation { ...ReservationCore }
      intent { id version status }
    }
  }
`)
export const CheckIn = graphql(`
  mutation StaffCheckIn($input: ReservationCommandInput!) {
    checkInReservation(input: $input) {
      ...CommandFields
      reservation { ...ReservationCore }
    }
  }
`)
export const Complete = graphql(`
  mutation StaffComplete($input: ReservationCommandInput!) {
    completeReservation(input: $input) {
      ...CommandFields
      reservation { ...ReservationCore }
    }
  }
`)
export const MarkNoShow = graphql(`
  mutation StaffMarkNoShow($input: ReservationCommandInput!) {
    markNoShow(input: $input) {
      ...CommandFields
      reservation { ...ReservationCore }
    }
  }
`)
export const CorrectReservation = graphql(`
  mutation StaffCorrectReservation($input: CorrectReservationInput!) {
    correctReservation(input: $input) {
      ...CommandFields
      reservation { ...ReservationCore }
    }
  }
`)
export const SeatWalkIn = graphql(`
  mutation StaffSeatWalkIn($input: SeatWalkInInput!) {
    seatWalkIn(input: $input) {
      ...CommandFields
      reservation { ...ReservationCore }
      slots { ...SlotCore }
    }
  }
`)
export const ConfirmOffer = graphql(`
  mutation StaffConfirmOffer($input: ConfirmOfferInput!) {
    confirmOffer(input: $input) {
      ...CommandFields
      offer { ...OfferCore }
      reservation { id version status }
      intent { id version status }
    }
  }
`)
export const DeclineOffer = graphql(`
  mutation StaffDeclineOffer($input: DeclineOfferInput!) {
    declineOffer(input: $input) {
      ...CommandFields
      offer { ...OfferCore }
    }
  }
`)
export const WithdrawOffer = graphql(`
  mutation StaffWithdrawOffer($input: WithdrawOfferInput!) {
    withdrawOffer(input: $input) {
      ...CommandFields
      offer { ...OfferCore }
    }
  }
`)
export const ResolveAttempt = graphql(`
  mutation StaffResolveAttempt($input: ResolveAttemptInput!) {
    resolveAttempt(input: $input) {
      ...CommandFields
      intent { ...IntentCore }
    }
  }
`)
export const RetryIntent = graphql(`
  mutation StaffRetryIntent($input: IntentCommandInput!) {
    retryIntent(input: $input) {
      ...CommandFields
      intent { ...IntentCore }
    }
  }
`)
export const CancelIntent = graphql(`
  mutation StaffCancelIntent($input: IntentCommandInput!) {
    cancelIntent(input: $input) {
      ...CommandFields
      intent { ...IntentCore }
    }
  }
`)
export const ApproveAction = graphql(`
  mutation StaffApproveAction($input: ApprovalCommandInput!) {
    approveAction(input: $input) {
      ...CommandFields
      approval { ...ApprovalCore }
    }
  }
`)
export const RejectAction = graphql(`
  mutation StaffRejectAction($input: ApprovalCommandInput!) {
    rejectAction(input: $input) {
      ...CommandFields
      approval { ...ApprovalCore }
    }
  }
`)
export const JoinWaitlist = graphql(`
  mutation StaffJoinWaitlist($input: JoinWaitlistInput!) {
    joinWaitlist(input: $input) {
      ...CommandFields
      entry { ...EntryCore }
    }
  }
`)
export const LeaveWaitlist = graphql(`
  mutation StaffLeaveWaitlist($input: WaitlistCommandInput!) {
    leaveWaitlist(input: $input) {
      ...CommandFields
      entry { ...EntryCore }
    }
  }
`)
export const PrioritizeEntry = graphql(`
  mutation StaffPrioritizeEntry($input: PrioritizeEntryInput!) {
    prioritizeEntry(input: $input) {
      ...CommandFields
      entry { ...EntryCore }
    }
  }
`)
export const OfferToEntry = graphql(`
  mutation StaffOfferToEntry($input: OfferToEntryInput!) {
    offerToEntry(input: $input) {
      ...CommandFields
      offer { ...OfferCore }
    }
  }
`)
