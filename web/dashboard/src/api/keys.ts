/** Names under which this origin's storage keeps things of ours. */
export const stored = {
  language: 'slotq.language',
  colors: 'slotq.colors',
  density: 'slotq.density',
  venue: 'slotq.venue',
  tenant: 'slotq.tenant',
  /** Who uses this browser now; another tab may have signed in as somebody else. */
  viewer: 'slotq.viewer',
  shortcuts: 'slotq.shortcuts',
  /** Open and settled commands; for guests the viewer's id follows. */
  commands: 'slotq.commands.v1',
} as const

/** What was kept under a name; null where nothing was, or where storing is forbidden. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps something for the next visit, where that is allowed. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // then it is asked for again next time
  }
}
