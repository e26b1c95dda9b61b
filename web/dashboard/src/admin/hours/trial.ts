import { groupBy } from '../frame/groupBy'
import { dayOf, type Day } from '../../time/day'

// What a change of opening rules would do: the slots that follow from the rules as they stand, laid beside those that would follow from the draft.

export interface Planned {
  resource: { id: string; name: string }
  startsAt: string
  endsAt: string
  walkInOnly: boolean
}

export interface Plan {
  slots: readonly Planned[]
  /** How many there are in all; more than `slots` where only the first are shown. */
  total: number
}

/** Slots of one time, on one or more resources. */
export interface Group {
  startsAt: string
  endsAt: string
  walkInOnly: boolean
  resources: string[]
}

/** Slots that follow one another, or overlap, on the same resources: told as one stretch. */
interface Run {
  from: string
  to: string
  /** Slots on each of the resources. */
  slots: number
  resources: string[]
  walkInOnly: boolean
}

/** Groups in order of time as few stretches as they can be told in. */
export function runsOf(groups: readonly Group[]): Run[] {
  const runs: Run[] = []
  for (const group of groups) {
    const last = runs.at(-1)
    const goesOn =
      last && group.startsAt <= last.to && last.walkInOnly === group.walkInOnly && last.resources.join('\n') === group.resources.join('\n')
    if (goesOn) {
      last.slots++
      if (group.endsAt > last.to) last.to = group.endsAt
    } else runs.push({ from: group.startsAt, to: group.endsAt, slots: 1, resources: group.resources, walkInOnly: group.walkInOnly })
  }
  return runs
}

export interface DayChange {
  day: Day
  before: number
  after: number
  appears: Group[]
  goes: Group[]
  /** Kept for walk-ins from now on, or no longer. */
  turns: Group[]
}

interface Trial {
  days: DayChange[]
  appears: number
  goes: number
  turns: number
  stays: number
  /** Only slots that start before this instant were compared; undefined: all were. */
  until?: string
}

const keyOf = (slot: Planned) => `${slot.resource.id} ${slot.startsAt} ${slot.endsAt}`

/** A list that was cut short says nothing of its last instant and of what lies behind it. */
function knownUntil(plan: Plan): string | undefined {
  return plan.total > plan.slots.length ? plan.slots.at(-1)?.startsAt : undefined
}

function grouped(slots: Planned[]): Group[] {
  const groups = groupBy(slots, (slot) => `${slot.startsAt} ${slot.endsAt} ${slot.walkInOnly}`)
  return [...groups.values()]
    .map((same) => ({
      startsAt: same[0]!.startsAt,
      endsAt: same[0]!.endsAt,
      walkInOnly: same[0]!.walkInOnly,
      resources: same.map((slot) => slot.resource.name),
    }))
    .sort((a, b) => (a.startsAt === b.startsAt ? (a.endsAt < b.endsAt ? -1 : 1) : a.startsAt < b.startsAt ? -1 : 1))
}

/** Compares two plans day by day, by the civil date on which a slot starts. Days without any slot, before and after, are left out. */
export function compare(now: Plan, next: Plan, zone: string): Trial {
  const until = [knownUntil(now), knownUntil(next)].filter((at) => at !== undefined).sort()[0]
  const known = (plan: Plan) => plan.slots.filter((slot) => until === undefined || slot.startsAt < until)
  const [before, after] = [known(now), known(next)]
  const was = new Map(before.map((slot) => [keyOf(slot), slot]))
  const will = new Map(after.map((slot) => [keyOf(slot), slot]))
  const appears = after.filter((slot) => !was.has(keyOf(slot)))
  const goes = before.filter((slot) => !will.has(keyOf(slot)))
  const turns = after.filter((slot) => {
    const old = was.get(keyOf(slot))
    return old && old.walkInOnly !== slot.walkInOnly
  })
  const byDay = (slots: Planned[]) => groupBy(slots, (slot) => dayOf(slot.startsAt, zone))
  const [beforeDays, afterDays, appearDays, goDays, turnDays] = [before, after, appears, goes, turns].map(byDay) as [
    Map<Day, Planned[]>,
    Map<Day, Planned[]>,
    Map<Day, Planned[]>,
    Map<Day, Planned[]>,
    Map<Day, Planned[]>,
  ]
  const days = [...new Set([...beforeDays.keys(), ...afterDays.keys()])].sort().map((day) => ({
    day,
    before: beforeDays.get(day)?.length ?? 0,
    after: afterDays.get(day)?.length ?? 0,
    appears: grouped(appearDays.get(day) ?? []),
    goes: grouped(goDays.get(day) ?? []),
    turns: grouped(turnDays.get(day) ?? []),
  }))
  return {
    days,
    appears: appears.length,
    goes: goes.length,
    turns: turns.length,
    stays: after.length - appears.length - turns.length,
    ...(until === undefined ? {} : { until }),
  }
}
