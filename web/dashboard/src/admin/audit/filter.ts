import type { AuditFilter } from '../../gql/admin/graphql'
import { type CommandOutcome, commandOutcomeValues, type ProblemCode, problemCodeValues } from '../../gql/enums'
import { instantAt } from '../entry/wall'

// The filter of the audit as it stands in the address, so that it can be sent to somebody. Moments are by the venue's wall clock.

export interface AuditSearch {
  operations: string[]
  outcomes: CommandOutcome[]
  problemCodes: ProblemCode[]
  actor: string
  subjectId: string
  correlationId: string
  from: string
  to: string
}

/** What the parts are called in the address. */
const names = {
  operations: 'did',
  outcomes: 'ended',
  problemCodes: 'why',
  actor: 'who',
  subjectId: 'about',
  correlationId: 'call',
  from: 'from',
  to: 'to',
} as const

const list = (text: string | undefined) => [
  ...new Set(
    (text ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]
const known = <T extends string>(values: readonly T[], text: string | undefined): T[] =>
  list(text).filter((one): one is T => values.includes(one as T))

export function readSearch(address: Partial<Record<string, string>>): AuditSearch {
  const text = (name: keyof typeof names) => address[names[name]]?.trim() ?? ''
  return {
    operations: list(address[names.operations]),
    outcomes: known(commandOutcomeValues, address[names.outcomes]),
    problemCodes: known(problemCodeValues, address[names.problemCodes]),
    actor: text('actor'),
    subjectId: text('subjectId'),
    correlationId: text('correlationId'),
    from: text('from'),
    to: text('to'),
  }
}

/** The part of the address that says so much of the filter. */
export const addressOf = (patch: Partial<AuditSearch>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [names[name as keyof typeof names], Array.isArray(value) ? value.join(',') : value]),
  )

/** As the contract takes it; undefined: all entries. */
export function asFilter(search: AuditSearch, zone: string): AuditFilter | undefined {
  const { operations, outcomes, problemCodes, actor, subjectId, correlationId } = search
  const from = instantAt(search.from, zone)
  const to = instantAt(search.to, zone)
  const filter: AuditFilter = {
    ...(operations.length ? { operations } : {}),
    ...(outcomes.length ? { outcomes } : {}),
    ...(problemCodes.length ? { problemCodes } : {}),
    ...(actor ? { actor } : {}),
    ...(subjectId ? { subjectId } : {}),
    ...(correlationId ? { correlationId } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
  return Object.keys(filter).length ? filter : undefined
}
