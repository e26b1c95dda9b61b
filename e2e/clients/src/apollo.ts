import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, gql } from '@apollo/client'
import { RetryLink } from '@apollo/client/link/retry'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { tap } from 'rxjs'
import { documents } from './booking'
import { authorization, type Who } from './house'
import { resumable } from './resume'
import { socketClient } from './socket'
import { story } from './story'
import type { Person } from './operations'

const resume = new ApolloLink((operation, forward) => {
  const { variables, saw } = resumable(operation.variables)
  operation.variables = variables
  return forward(operation).pipe(tap(saw))
})

function greet(who: Who, uri: string, ws: string): Person {
  const socket = socketClient(ws, who)
  const cache = new InMemoryCache()
  const client = new ApolloClient({
    cache,
    link: ApolloLink.split(
      ({ operationType }) => operationType === 'subscription',
      ApolloLink.from([resume, new GraphQLWsLink(socket)]),
      // The key is part of the variables, so what is sent again is the same command.
      ApolloLink.from([new RetryLink({ delay: { initial: 50 } }), new HttpLink({ uri, headers: { authorization: authorization(who) } })]),
    ),
  })
  return {
    async ask(what, variables) {
      const document = gql(documents[what])
      const { data } = what.endsWith('Query')
        ? await client.query<any>({ query: document, variables, fetchPolicy: 'network-only' })
        : await client.mutate<any>({ mutation: document, variables })
      return data
    },
    watch(what, variables, next) {
      const watching = client.subscribe<any>({ query: gql(documents[what]), variables }).subscribe(({ data, error }) => {
        if (error) throw error
        next(data)
      })
      return () => watching.unsubscribe()
    },
    remembered: (type, id) => cache.extract()[`${type}:${id}`]?.status,
    leave() {
      client.stop()
      void socket.dispose()
    },
  }
}

console.log('Apollo Client:', await story(greet, 4))
