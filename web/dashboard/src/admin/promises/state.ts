import { secondsOf } from '../entry/length'

export interface Check {
  name: string
  promise: string
  breaches: number
  lastBreachAt?: string | null
  took: string
}

interface Report {
  checkedAt?: string | null
  every: string
  checks: readonly Check[]
}

/** How the promises stand, the first of these that is so. Broken goes before all: what was found is true however old it is. */
export type State = 'broken' | 'off' | 'first' | 'late' | 'kept'

/** A round may be late by as much as it is due every; then the silence itself is alarming. */
const patience = 2

const everySeconds = (report: Report): number => secondsOf(report.every) ?? 60

/** Whether a round that is due has not come for so long that what stands here may be old. */
export const isOverdue = (report: Report, now: number): boolean =>
  !!report.checkedAt && everySeconds(report) > 0 && (now - Date.parse(report.checkedAt)) / 1_000 > everySeconds(report) * patience + 60

export function stateOf(report: Report, now: number): State {
  if (report.checks.some((check) => check.breaches > 0)) return 'broken'
  if (everySeconds(report) === 0) return 'off'
  if (!report.checkedAt) return 'first'
  return isOverdue(report, now) ? 'late' : 'kept'
}

const rank = (check: Check): number => (check.breaches > 0 ? 0 : check.lastBreachAt ? 1 : 2)

/** The broken first, then those that were broken once, each otherwise in its fixed place. */
export const inOrder = <C extends Check>(checks: readonly C[]): C[] => checks.toSorted((a, b) => rank(a) - rank(b))
