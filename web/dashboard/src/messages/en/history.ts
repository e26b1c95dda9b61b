/** Who did what, as staff and administrators read it. */
export const history = {
  you: (name: string) => `${name} (you)`,
  itself: 'SlotQ by itself',
  /** What the program does by itself. */
  routine: {
    lapseHold: 'Hold ran out',
    expireEntry: 'Waiting time passed',
    offerNext: 'Offered a freed place',
    expireApproval: 'Approval ran out',
    advanceIntent: 'Request moved on',
    giveUp: 'No-show by the policy',
    enactPlannedPolicy: 'Planned policy came into force',
    noteLapses: 'Noted what lapsed',
    attemptAnswered: 'Booking system answered',
    attemptSighted: 'Looked at a booking system',
    registerProvider: 'Registered a booking system',
    verifyProvider: 'Checked a booking system',
    tieProvider: 'Tied a booking system',
    untieProvider: 'Untied a booking system',
    addMember: 'Operator added a member',
    addTenant: 'Operator opened the house',
    takeMembership: 'Signed in for the first time',
    becomeGuest: 'Signed up as a guest',
  } as Record<string, string>,
}
