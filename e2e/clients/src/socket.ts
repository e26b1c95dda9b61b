import { setTimeout } from 'node:timers/promises'
import WebSocket from 'ws'
import { createClient, type ClientOptions } from 'graphql-ws'
import { authorization, type Who } from './house'

/** The wait before coming back, short for the test's sake: left out, each wait is longer than the last, and none like another. */
export const soon = () => setTimeout(10)

/** A graphql-ws client that comes back as often as it is cut off. */
export function socketClient(url: string, who: Who, more: Partial<ClientOptions> = {}) {
  return createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: authorization(who) },
    retryAttempts: Infinity,
    shouldRetry: () => true, // a connection that can't be made as well; what is the client's own fault never is
    retryWait: soon,
    ...more,
  })
}
