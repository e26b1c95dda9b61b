import { createClient, createRequest, gql, type Operation, type OperationResult } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { describe, expect, it, vi } from 'vitest'
import { filter, makeSubject, merge, mergeMap, fromPromise, pipe } from 'wonka'
import { pass, versionGate } from './versionGate'

const row = (version: number, status: string) => ({ __typename: 'Reservation', id: 'r1', version, status })

describe('what passes', () => {
  it('is what is newer, or as new', () => {
    const seen = new Map()
    expect(pass({ reservation: row(1, 'HELD') }, seen)).toMatchObject({ behind: false })
    expect(pass({ reservation: row(2, 'CONFIRMED') }, seen)).toMatchObject({ behind: false })
    const again = { reservation: row(2, 'CONFIRMED') }
    expect(pass(again, seen).data).toBe(again)
  })

  it('loses what is older, and nothing else', () => {
    const seen = new Map([['Reservation:r1', 3]])
    const event = { changed: { cursor: 'c', slot: { __typename: 'Slot', id: 's1', version: 9, remaining: 0, held: row(2, 'HELD') } } }
    const { data, behind, nothingNew } = pass(event, seen)
    expect(behind).toBe(true)
    expect(nothingNew).toBe(false)
    expect(data).toEqual({ changed: { cursor: 'c', slot: { __typename: 'Slot', id: 's1', version: 9, remaining: 0, held: { __typename: 'Reservation', id: 'r1' } } } })
    expect(seen.get('Slot:s1')).toBe(9)
  })

  it('is told apart by kind', () => {
    const seen = new Map([['Offer:r1', 7]])
    expect(pass({ r: row(1, 'HELD') }, seen).behind).toBe(false)
  })
})

const List = gql`query { list { __typename id version status } }`
const Changed = gql`subscription { changed { kind cursor reservation { __typename id version status } } }`
const Confirm = gql`mutation { confirm { outcome reservation { __typename id version status } } }`

/** A client whose network is ours to play. */
function house() {
  const events = makeSubject<OperationResult>()
  const answers: (() => unknown)[] = []
  let listening: Operation | undefined
  const asked = vi.fn()
  const client = createClient({
    url: 'http://nowhere.invalid',
    exchanges: [
      cacheExchange({ keys: { Event: () => null, Payload: () => null } }),
      versionGate(),
      () => (operations) =>
        merge([
          events.source,
          pipe(
            operations,
            filter((operation) => operation.kind !== 'teardown'),
            filter((operation) => {
              if (operation.kind === 'subscription') listening = operation
              return operation.kind !== 'subscription'
            }),
            mergeMap((operation) => {
              asked(operation.kind)
              const answer = answers.shift()
              return fromPromise(Promise.resolve().then(() => ({ operation, data: answer?.(), stale: false, hasNext: false }) as OperationResult))
            }),
          ),
        ]),
    ],
  })
  const seen: { version: number; status: string }[] = []
  const read = (answer: () => unknown) => {
    answers.push(answer)
    return client.executeQuery(createRequest(List, {}), { requestPolicy: 'network-only' }).subscribe((result) => {
      if (result.data) seen.push(...(result.data as { list: { version: number; status: string }[] }).list)
    })
  }
  const push = (reservation: unknown) => events.next({ operation: listening!, data: { changed: { __typename: 'Event', kind: 'CHANGE', cursor: 'c', reservation } }, stale: false, hasNext: true } as OperationResult)
  return { client, answers, asked, read, push, seen }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the cache', () => {
  it('keeps the newest when the push comes before the answer', async () => {
    const { client, answers, read, push, seen } = house()
    read(() => ({ __typename: 'Query', list: [row(1, 'HELD')] }))
    client.executeSubscription(createRequest(Changed, {})).subscribe(() => {})
    await settled()
    answers.push(() => ({ __typename: 'Mutation', confirm: { __typename: 'Payload', outcome: 'COMMITTED', reservation: row(2, 'CONFIRMED') } }))
    const command = client.executeMutation(createRequest(Confirm, {})).toPromise()
    push(row(3, 'CHECKED_IN'))
    const answer = await command
    await settled()
    expect(seen.at(-1)).toMatchObject({ version: 3, status: 'CHECKED_IN' })
    // Whoever sent the command hears its answer, with the thing as it now is.
    expect(answer.data).toMatchObject({ confirm: { outcome: 'COMMITTED', reservation: { version: 3, status: 'CHECKED_IN' } } })
  })

  it('is not set back by a stream that catches up', async () => {
    const { client, answers, read, push, seen } = house()
    read(() => ({ __typename: 'Query', list: [row(5, 'CANCELLED')] }))
    const heard = vi.fn()
    client.executeSubscription(createRequest(Changed, {})).subscribe(heard)
    await settled()
    push(row(3, 'CONFIRMED'))
    push(row(4, 'CHECKED_IN'))
    await settled()
    expect(heard).not.toHaveBeenCalled()
    expect(seen.map(({ version }) => version)).toEqual([5])
    expect(answers).toHaveLength(0)
  })

  it('asks a list again that was behind, and believes the server after a while', async () => {
    const { client, asked, read, push, seen, answers } = house()
    read(() => ({ __typename: 'Query', list: [row(1, 'HELD')] }))
    client.executeSubscription(createRequest(Changed, {})).subscribe(() => {})
    await settled()
    push(row(4, 'CONFIRMED'))
    await settled()
    const times = asked.mock.calls.length
    for (let i = 0; i < 4; i++) answers.push(() => ({ __typename: 'Query', list: [row(2, 'HELD')] }))
    client.reexecuteOperation(client.createRequestOperation('query', createRequest(List, {}), { requestPolicy: 'network-only' }))
    await settled()
    await settled()
    expect(asked.mock.calls.length - times).toBe(4)
    expect(seen.at(-1)).toMatchObject({ version: 2, status: 'HELD' })
    expect(seen.slice(0, -1).map(({ version }) => version).filter((version) => version === 2)).toEqual([])
  })
})
