import assert from 'node:assert/strict'
import { createClient, NetworkError, type RequestParams } from 'graphql-sse'
import { documents } from './booking'
import { comesThrough } from './cuts'
import { authorization, graphql, venueId } from './house'
import { Line } from './line'
import { soon } from './socket'

const client = createClient({ url: graphql, headers: { authorization: authorization('staff') }, retryAttempts: 0 })
const offers = { query: documents.bookingOffersSubscription, variables: { venueId } }

/** Asks over a stream and reads it to its end. */
async function all(request: RequestParams, over = client): Promise<any[]> {
  const results = []
  for await (const result of over.iterate(request)) results.push(result)
  return results
}

/** What is answered before anything starts: by the stream if the request can be read, else by the status. */
async function beforeTheStart(): Promise<void> {
  assert.deepEqual(await all({ query: '{ viewer { role } }' }), [{ data: { viewer: { role: 'STAFF' } } }])
  const [refused, ...more] = await all({ query: 'subscription { nothing }' })
  assert.deepEqual(more, [])
  assert.equal(refused.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  assert.equal('data' in refused, false)
  const [foreign] = await all({ ...offers, variables: { venueId: 'vn_nobody' } })
  assert.equal(foreign.errors[0].extensions.code, 'REFERENCE_NOT_FOUND')
  const status = (code: number) => (reason: NetworkError<Response>) => reason.response?.status === code
  await assert.rejects(all({ query: 7 as never }), status(400))
  await assert.rejects(all({ query: '#'.repeat(1 << 20) }), status(413))
  const stranger = createClient({ url: graphql, headers: { authorization: 'Bearer nobody' }, retryAttempts: 0 })
  const [unknown] = await all(offers, stranger)
  assert.equal(unknown.errors[0].extensions.code, 'UNAUTHENTICATED')
}

/** Whoever stops listening is let go. */
async function abort(): Promise<void> {
  const line = await Line.to(graphql)
  const near = createClient({ url: line.address, headers: { authorization: authorization('staff') } })
  const ended = new Promise<void>((complete, error) => {
    const stop = near.subscribe(offers, { next: () => stop(), error, complete })
  })
  await ended
  await line.idle()
  line.close()
  near.dispose()
}

/** A connection that is cut is made again. */
async function resumes(): Promise<void> {
  const line = await Line.to(graphql)
  const near = createClient({
    url: line.address,
    headers: { authorization: authorization('staff') },
    retryAttempts: Infinity,
    retry: soon,
  })
  console.log('graphql-sse:', await comesThrough(near, line, () => line.cut(), 9))
}

await Promise.all([beforeTheStart(), abort(), resumes()])
