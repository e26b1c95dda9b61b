import { durationMs } from '../../time/format'

// What a venue's rules mean for a guest, in instants. Rules come with what was made under them, so they are asked of the reservation, not of the venue.

export interface CancelRules {
  cancellationCutoff: string
  channels: readonly { channel: string; cancellationCutoff?: string | null }[]
}

/** The last instant, exclusive, at which a guest may still cancel or change what begins then. */
export function changeableUntil(startsAt: string, rules: CancelRules): number {
  const own = rules.channels.find((rule) => rule.channel === 'GUEST')?.cancellationCutoff
  return Date.parse(startsAt) - durationMs(own ?? rules.cancellationCutoff)
}

/** When a deadline began to run: as long before it as the rules say, though not before the thing itself was there. */
export const beganAt = (expiresAt: string, ttl: string, createdAt?: string): string => {
  const byRule = Date.parse(expiresAt) - durationMs(ttl)
  return new Date(createdAt ? Math.max(byRule, Date.parse(createdAt)) : byRule).toISOString()
}

export interface QueueRules {
  waitlistFit: string
  skipLimit: number
  onOfferLapse: string
  autoPromote: boolean
  waitlistWeights: readonly { factor: string; weight: number }[]
}

/** What decides whose turn it is. */
export interface Turn {
  /** Whoever joined first; nothing else counts. */
  byJoining: boolean
  /** What counts besides, the heaviest first. */
  factors: string[]
  /** How often others that fit may be served before. 0: never. */
  maySkip: number
}

export function turnBy(rules: QueueRules): Turn {
  const factors = rules.waitlistWeights.filter((w) => w.weight > 0).sort((a, b) => b.weight - a.weight).map((w) => w.factor)
  return { byJoining: factors.length === 0, factors, maySkip: rules.waitlistFit === 'BEST_FIT_WITH_SKIP_LIMIT' ? rules.skipLimit : 0 }
}
