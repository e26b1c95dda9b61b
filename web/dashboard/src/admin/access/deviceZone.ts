// Keys and members belong to the whole house and so to no venue's clock: their times are shown by the device's, which is named.

export const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone
