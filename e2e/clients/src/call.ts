import { authorization, graphql, key, type Who } from './house'
import { documents } from './booking'
import type { Asks } from './operations'

/** Asks with nothing but fetch. */
export async function call<A extends keyof Asks>(who: Who, what: A, variables: Asks[A]['variables']): Promise<Asks[A]['response']> {
  const response = await fetch(graphql, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: authorization(who) },
    body: JSON.stringify({ query: documents[what], variables }),
  })
  const { data, errors } = (await response.json()) as { data?: Asks[A]['response']; errors?: unknown }
  if (!data || errors) throw new Error(`${what}: ${JSON.stringify(errors)}`)
  return data
}

/** Holds a slot and gives it back, which makes two events; resolves to the id of the reservation. */
export async function comeAndGo(slotId: string): Promise<string> {
  const { holdSlot } = await call('staff', 'bookingHoldMutation', {
    input: { slotIds: [slotId], partySize: 2, customer: { name: 'Walk-in' }, idempotencyKey: key() },
  })
  const { id, version } = holdSlot.reservation!
  await call('staff', 'bookingCancelMutation', {
    input: { reservationId: id, expectedVersion: version, reasonCode: 'STAFF_DECISION', idempotencyKey: key() },
  })
  return id
}
