import assert from 'node:assert/strict'
import { Client, fetchExchange, subscriptionExchange } from '@urql/core'
import { retryExchange } from '@urql/exchange-retry'
import { pipe, subscribe } from 'wonka'
import { documents } from './booking'
import { authorization, type Who } from './house'
import { subscribeResuming } from './resume'
import { socketClient } from './socket'
import { story } from './story'
import type { Person } from './operations'

function greet(who: Who, url: string, ws: string): Person {
  const socket = socketClient(ws, who)
  const client = new Client({
    url,
    preferGetMethod: false, // variables stay out of addresses, and so out of logs
    fetchOptions: { headers: { authorization: authorization(who) } },
    exchanges: [
      // The key is part of the variables, so what is sent again is the same command.
      retryExchange({ retryIf: error => error.networkError !== undefined, initialDelayMs: 50 }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: sink => ({ unsubscribe: subscribeResuming(socket, { query: query!, variables: variables ?? {} }, sink) }),
        }),
      }),
    ],
  })
  return {
    async ask(what, variables) {
      const document = documents[what]
      const result = await (what.endsWith('Query')
        ? client.query(document, variables, { requestPolicy: 'network-only' })
        : client.mutation(document, variables)
      ).toPromise()
      assert.equal(result.error, undefined, String(result.error))
      return result.data
    },
    watch(what, variables, next) {
      const { unsubscribe } = pipe(
        client.subscription(documents[what], variables),
        subscribe(result => {
          assert.equal(result.error, undefined, String(result.error))
          next(result.data)
        }),
      )
      return unsubscribe
    },
    leave: () => void socket.dispose(),
  }
}

console.log('urql:', await story(greet, 5))
