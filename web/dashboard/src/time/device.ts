/** The zone of the device: for what belongs to no venue, and for saying that it differs. No venue's time is ever reckoned by it. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
