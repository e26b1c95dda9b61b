import { until } from './until'
import type { Entry, Venue } from './venue'

/** What happened to one thing, newest first, by the names of the commands; those that were refused are left out. */
export async function deedsOf(venue: Venue, id: string): Promise<string[]> {
  const query = 'query($i: ID!) { history(id: $i, first: 50) { nodes { operation outcome } } }'
  const { history } = await venue.staff.ask<{ history: { nodes: { operation: string; outcome: string }[] } }>(query, { i: id })
  return history.nodes.filter(({ outcome }) => outcome === 'COMMITTED').map(({ operation }) => operation)
}

export interface Waiting extends Entry {
  priority: number
  partySize: number
  from: string
  to: string
  customer: { name: string; phone?: string | null }
}

/** Everybody who waits or has waited at a venue. */
export async function waitingAt(venue: Venue): Promise<Waiting[]> {
  const query = `query($v: ID!) { waitlistEntries(venueId: $v, first: 100) { nodes { id version status position priority partySize from to customer { name phone } } } }`
  return (await venue.staff.ask<{ waitlistEntries: { nodes: Waiting[] } }>(query, { v: venue.id })).waitlistEntries.nodes
}

export interface Approval {
  id: string
  version: number
  status: string
}

export const approvalFields = 'id version status'

export async function approvalOf(venue: Venue, id: string): Promise<Approval> {
  return (await venue.staff.ask<{ approval: Approval }>(`query($i: ID!) { approval(id: $i) { ${approvalFields} } }`, { i: id })).approval
}

/** Waits until the slots of a venue follow its newest opening rules. */
export async function followsItsRules(venue: Venue): Promise<void> {
  const query = 'query($v: ID!) { venue(id: $v) { openingRules { number laidOutNumber } } }'
  await until(`${venue.name} follows its rules`, async () => {
    const { venue: now } = await venue.admin.ask<{ venue: { openingRules: { number: number; laidOutNumber: number } } }>(query, { v: venue.id })
    return now.openingRules.number === now.openingRules.laidOutNumber
  })
}
