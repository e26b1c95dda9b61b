import type { FactorWeightInput, PolicyRulesInput, TurnTimeInput } from '../../gql/admin/graphql'
import type { BookingChannel, ConfirmationMode, OfferLapse, WaitlistFactor, WaitlistFit } from '../../gql/enums'
import { same } from '../draft/draft'
import { secondsOf } from '../entry/length'

// A venue's rules as a form and a comparison need them: what kind of thing each is, its bounds, and how the contract writes it.

export interface ChannelTimes {
  channel: BookingChannel
  leadTime: string | null
  bookingHorizon: string | null
  cancellationCutoff: string | null
}

export interface Rules {
  holdTtl: string
  offerTtl: string
  approvalTtl: string
  requestTtl: string
  confirmation: ConfirmationMode
  leadTime: string
  bookingHorizon: string
  cancellationCutoff: string
  maxActiveReservationsPerCustomer: number
  channels: ChannelTimes[]
  checkInOpens: string
  noShowGrace: string
  autoNoShow: boolean
  bufferBefore: string
  bufferAfter: string
  turnTimes: TurnTimeInput[]
  pacingParties: number | null
  pacingCovers: number | null
  waitlistFit: WaitlistFit
  skipLimit: number
  onOfferLapse: OfferLapse
  autoPromote: boolean
  waitlistWeights: { factor: WaitlistFactor; weight: number }[]
}

export type RuleName = keyof Rules

export const groups = {
  deadlines: ['holdTtl', 'offerTtl', 'approvalTtl', 'confirmation', 'requestTtl'],
  booking: ['leadTime', 'bookingHorizon', 'cancellationCutoff', 'maxActiveReservationsPerCustomer', 'channels'],
  arrival: ['checkInOpens', 'noShowGrace', 'autoNoShow'],
  places: ['bufferBefore', 'bufferAfter', 'turnTimes', 'pacingParties', 'pacingCovers'],
  queue: ['autoPromote', 'onOfferLapse', 'waitlistFit', 'skipLimit', 'waitlistWeights'],
} as const satisfies Record<string, readonly RuleName[]>

const [minute, hour, day] = [60, 3_600, 86_400]

/** Shortest and longest, in seconds. */
export const lengths = {
  holdTtl: [1, day],
  offerTtl: [1, 7 * day],
  approvalTtl: [1, day],
  requestTtl: [minute, 60 * day],
  leadTime: [0, 60 * day],
  bookingHorizon: [hour, 400 * day],
  cancellationCutoff: [0, 60 * day],
  checkInOpens: [0, day],
  noShowGrace: [0, day],
  bufferBefore: [0, day],
  bufferAfter: [0, day],
} as const satisfies Partial<Record<RuleName, readonly [number, number]>>

export const counts = {
  maxActiveReservationsPerCustomer: [1, 10_000],
  skipLimit: [0, 1_000],
  pacingParties: [1, 100_000],
  pacingCovers: [1, 2_147_483_647],
} as const satisfies Partial<Record<RuleName, readonly [number, number]>>

export const isLength = (name: string): name is keyof typeof lengths => name in lengths
export const isCount = (name: string): name is keyof typeof counts => name in counts

export type RuleFault = 'length' | 'number' | 'leadTime' | 'turns'

const within = (text: string, [least, most]: readonly [number, number]) => {
  const seconds = secondsOf(text)
  return seconds !== undefined && seconds % 1 === 0 && seconds >= least && seconds <= most
}

/** What can't be, by rule. The server has the last word. */
export function faultsOf(rules: Rules): Partial<Record<RuleName, RuleFault>> {
  const faults: Partial<Record<RuleName, RuleFault>> = {}
  for (const [name, bounds] of Object.entries(lengths)) if (!within(rules[name as keyof typeof lengths], bounds)) faults[name as RuleName] = 'length'
  for (const [name, [least, most]] of Object.entries(counts)) {
    const n = rules[name as keyof typeof counts]
    if (n !== null && !(Number.isInteger(n) && n >= least && n <= most)) faults[name as RuleName] = 'number'
  }
  if (!faults.leadTime && !faults.bookingHorizon && secondsOf(rules.leadTime)! >= secondsOf(rules.bookingHorizon)!) faults.leadTime = 'leadTime'
  const sizes = rules.turnTimes.map((turn) => turn.fromPartySize)
  if (
    new Set(sizes).size < sizes.length ||
    rules.turnTimes.some(
      (turn) =>
        !(turn.fromPartySize >= 1 && turn.fromPartySize <= 10_000) || !within(turn.duration, [minute, day]) || secondsOf(turn.duration)! % minute,
    )
  )
    faults.turnTimes = 'turns'
  const bad = (own: string | null, bounds: readonly [number, number]) => own !== null && !within(own, bounds)
  if (
    rules.channels.some(
      (one) =>
        bad(one.leadTime, lengths.leadTime) ||
        bad(one.bookingHorizon, lengths.bookingHorizon) ||
        bad(one.cancellationCutoff, lengths.cancellationCutoff),
    )
  )
    faults.channels = 'length'
  return faults
}

const bySize = (turns: readonly TurnTimeInput[]) => turns.toSorted((a, b) => a.fromPartySize - b.fromPartySize)
const inForce = (channels: readonly ChannelTimes[]) => channels.filter((one) => one.leadTime ?? one.bookingHorizon ?? one.cancellationCutoff)

/** The rules in the one order in which they are compared. */
export const settled = (rules: Rules): Rules => ({ ...rules, turnTimes: bySize(rules.turnTimes), channels: inForce(rules.channels) })

export const changedRules = (base: Rules, next: Rules): RuleName[] => {
  const [a, b] = [settled(base), settled(next)]
  return Object.values(groups)
    .flat()
    .filter((name) => !same(a[name], b[name]))
}

/** The draft as the contract takes it: only what differs. No limit is written 0. */
export function inputOf(base: Rules, next: Rules): PolicyRulesInput {
  const rules = settled(next)
  const changes: Record<string, unknown> = {}
  for (const name of changedRules(base, next)) {
    if (name === 'pacingParties' || name === 'pacingCovers') changes[name] = rules[name] ?? 0
    else if (name === 'waitlistWeights') changes[name] = rules.waitlistWeights.map(({ factor, weight }): FactorWeightInput => ({ factor, weight }))
    else if (name === 'channels')
      changes[name] = rules.channels.map(({ channel, ...times }) => ({
        channel,
        ...Object.fromEntries(Object.entries(times).filter(([, own]) => own)),
      }))
    else changes[name] = rules[name]
  }
  return changes
}

/** A value that the contract wrote as canonical text in a comparison; what can't be read stays text. */
export function readText(name: string, text: string): unknown {
  if (text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  if (isCount(name)) return Number(text)
  if (name === 'turnTimes' || name === 'channels' || name === 'waitlistWeights') {
    try {
      return JSON.parse(text) as unknown
    } catch {
      return text
    }
  }
  return text
}
