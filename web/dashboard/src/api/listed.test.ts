import { CombinedError, createClient, createRequest, gql, type Operation, type OperationResult } from '@urql/core'
import { describe, expect, it } from 'vitest'
import { filter, map, pipe } from 'wonka'
import { listedDocuments } from './listed'

function house(listed: boolean, knows: boolean) {
  const sent: (Operation['extensions'] | undefined)[] = []
  const client = createClient({
    url: 'http://nowhere.invalid',
    exchanges: [
      listedDocuments(listed),
      () => (operations) =>
        pipe(
          operations,
          filter((operation) => operation.kind !== 'teardown'),
          map((operation): OperationResult => {
            sent.push(operation.extensions)
            const unknown = !!operation.extensions?.persistedQuery && !knows
            return {
              operation, stale: false, hasNext: false,
              ...(unknown
                ? { error: new CombinedError({ graphQLErrors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] }) }
                : { data: { serverTime: 'now' } }),
            } as OperationResult
          }),
        ),
    ],
  })
  const document = Object.assign(gql`query { serverTime }`, { __meta__: { hash: 'sha256:abc' } })
  const ask = () => client.executeQuery(createRequest(document, {}), { requestPolicy: 'network-only' }).toPromise()
  return { ask, sent }
}

describe('documents', () => {
  it('go by their hash where the page says that they are listed', async () => {
    const { ask, sent } = house(true, true)
    expect((await ask()).data).toEqual({ serverTime: 'now' })
    expect(sent).toEqual([{ persistedQuery: { version: 1, sha256Hash: 'abc' } }])
  })

  it('go as text once the server did not know one', async () => {
    const { ask, sent } = house(true, false)
    const first = await ask()
    expect(first.error).toBeUndefined()
    expect(first.data).toEqual({ serverTime: 'now' })
    await ask()
    expect(sent.map((extensions) => !!extensions?.persistedQuery)).toEqual([true, false, false])
  })

  it('go as text where the page says nothing', async () => {
    const { ask, sent } = house(false, true)
    await ask()
    expect(sent).toEqual([undefined])
  })
})
