import {
  Environment,
  Network,
  Observable,
  RecordSource,
  Store,
  commitMutation,
  fetchQuery,
  requestSubscription,
  type GraphQLResponse,
  type GraphQLTaggedNode,
} from 'relay-runtime'
import bookingAvailabilityQuery from './__generated__/bookingAvailabilityQuery.graphql'
import bookingCancelMutation from './__generated__/bookingCancelMutation.graphql'
import bookingConfirmMutation from './__generated__/bookingConfirmMutation.graphql'
import bookingDecideMutation from './__generated__/bookingDecideMutation.graphql'
import bookingHoldMutation from './__generated__/bookingHoldMutation.graphql'
import bookingJoinMutation from './__generated__/bookingJoinMutation.graphql'
import bookingOffersSubscription from './__generated__/bookingOffersSubscription.graphql'
import bookingReservationsSubscription from './__generated__/bookingReservationsSubscription.graphql'
import { authorization, graphql, ws, type Who } from './house'
import { turnPages } from './pages'
import { subscribeResuming } from './resume'
import { socketClient } from './socket'
import { story } from './story'
import type { Operation } from './booking'
import type { Person } from './operations'

const artifacts: Record<Operation, GraphQLTaggedNode> = {
  bookingAvailabilityQuery,
  bookingCancelMutation,
  bookingConfirmMutation,
  bookingDecideMutation,
  bookingHoldMutation,
  bookingJoinMutation,
  bookingOffersSubscription,
  bookingReservationsSubscription,
}

/** Sends a request until it is answered. The key is part of the variables, so a command that is sent again is the same one. */
async function post(url: string, who: Who, body: string): Promise<GraphQLResponse> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json', authorization: authorization(who) }, body }
  for (let attempts = 1; ; attempts++) {
    try {
      const answer = await fetch(url, request)
      return (await answer.json()) as GraphQLResponse
    } catch (broken) {
      if (attempts === 5) throw broken
    }
  }
}

function environmentOf(who: Who, url: string, socket: ReturnType<typeof socketClient>): Environment {
  return new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(
      ({ text }, variables) => post(url, who, JSON.stringify({ query: text, variables })),
      ({ text }, variables) => Observable.create(sink => subscribeResuming(socket, { query: text!, variables }, sink)),
    ),
  })
}

function greet(who: Who, url: string, ws: string): Person {
  const socket = socketClient(ws, who)
  const environment = environmentOf(who, url, socket)
  return {
    async ask(what, variables) {
      if (what.endsWith('Query')) return fetchQuery<any>(environment, artifacts[what], variables).toPromise()
      return new Promise((resolve, reject) =>
        commitMutation<any>(environment, {
          mutation: artifacts[what],
          variables,
          onCompleted: (data, errors) => (errors ? reject(errors) : resolve(data)),
          onError: reject,
        }),
      )
    },
    watch(what, variables, next) {
      const { dispose } = requestSubscription<any>(environment, {
        subscription: artifacts[what],
        variables,
        onNext: data => next(data),
        onError(reason) {
          throw reason
        },
      })
      return dispose
    },
    remembered: (_, id) => environment.getStore().getSource().get<{ status?: unknown }>(id)?.status,
    leave: () => void socket.dispose(),
  }
}

const told = await story(greet, 6)
const socket = socketClient(ws, 'staff')
console.log('Relay:', told + ',', await turnPages(environmentOf('staff', graphql, socket)))
