import { cacheExchange } from '@urql/exchange-graphcache'
import { retryExchange } from '@urql/exchange-retry'
import { Client, fetchExchange, mapExchange, subscriptionExchange, type CombinedError } from '@urql/core'
import { keyless, possibleTypes } from '../gql/cache'
import { listedDocuments } from './listed'
import { subscribeLive } from './live'
import { session } from './session'
import { versionGate } from './versionGate'

/** The contract's code of a failure that never reached the domain, for example FORBIDDEN; undefined where the answer was lost. */
export const codeOf = (error: CombinedError | undefined): string | undefined => {
  const code = error?.graphQLErrors[0]?.extensions.code
  return typeof code === 'string' ? code : undefined
}

export const correlationOf = (error: CombinedError | undefined): string | undefined => {
  const id = error?.graphQLErrors[0]?.extensions.correlationId
  return typeof id === 'string' ? id : undefined
}

const passing = new Set(['UNAVAILABLE', 'RATE_LIMITED'])

export const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  requestPolicy: 'cache-and-network',
  fetchOptions: {
    credentials: 'same-origin',
    headers: { 'x-slotq-client': 'web', accept: 'application/graphql-response+json, application/json' },
  },
  exchanges: [
    mapExchange({
      onResult(result) {
        if (codeOf(result.error) === 'UNAUTHENTICATED' && session.get() === 'here') session.set('gone')
      },
    }),
    cacheExchange({
      keys: Object.fromEntries(keyless.map((kind) => [kind, () => null])),
      possibleTypes,
      // A fragment on a kind that is not there is no fault, nor is a field that the gate took out.
      logger: () => {},
    }),
    versionGate(),
    // Queries alone. A command is repeated by its own driver, with its own key, and never behind the user's back.
    retryExchange({
      initialDelayMs: 500,
      maxDelayMs: 8_000,
      randomDelay: true,
      maxNumberAttempts: 6,
      retryIf: (error, operation) => operation.kind === 'query' && (!!error.networkError || passing.has(codeOf(error) ?? '')),
    }),
    listedDocuments(),
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: (request) => ({ subscribe: (sink) => ({ unsubscribe: subscribeLive(request, sink as never) }) }),
    }),
  ],
})
