import { secondsOf } from '../entry/length'

export interface Check {
  name: string
  promise: string
  breaches: number
  lastBreachAt?: string | null
  took: string
}

export type State = 'first' | 'broken' | 'late' | 'kept'

/** A round may be late by as much as it is due every; then the silence itself is alarming. */
export const patience = 2

/** How the promises stand: broken goes before late, and late before kept. */
export function stateOf(report: { checkedAt?: string | null; every: string; checks: readonly Check[] }, now: number): State {
  if (!report.checkedAt) return 'first'
  if (report.checks.some((check) => check.breaches > 0)) return 'broken'
  const age = (now - Date.parse(report.checkedAt)) / 1_000
  return age > (secondsOf(report.every) ?? 60) * patience + 60 ? 'late' : 'kept'
}

/** The broken first, each otherwise in its fixed place. */
export const inOrder = <C extends Check>(checks: readonly C[]): C[] => checks.toSorted((a, b) => Number(b.breaches > 0) - Number(a.breaches > 0))
