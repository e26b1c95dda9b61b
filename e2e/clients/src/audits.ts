import assert from 'node:assert/strict'
import { serverAudits } from 'graphql-http'
import { authorization, graphql } from './house'

/** Asks as somebody who is signed in. */
const asGuest: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, authorization: authorization('customerA') } })

const counts: Record<string, number> = {}
for (const audit of serverAudits({ url: graphql, fetchFn: asGuest })) {
  const result = await audit.fn()
  counts[result.status] = (counts[result.status] ?? 0) + 1
  if (result.status !== 'ok') console.log(result.status, result.id, result.name, result.reason)
}
console.log('GraphQL over HTTP:', counts)
assert.deepEqual(Object.keys(counts), ['ok'])
