import type { bookingAvailabilityQuery } from './__generated__/bookingAvailabilityQuery.graphql'
import type { bookingCancelMutation } from './__generated__/bookingCancelMutation.graphql'
import type { bookingConfirmMutation } from './__generated__/bookingConfirmMutation.graphql'
import type { bookingDecideMutation } from './__generated__/bookingDecideMutation.graphql'
import type { bookingHoldMutation } from './__generated__/bookingHoldMutation.graphql'
import type { bookingJoinMutation } from './__generated__/bookingJoinMutation.graphql'
import type { bookingOffersSubscription } from './__generated__/bookingOffersSubscription.graphql'
import type { bookingReservationsSubscription } from './__generated__/bookingReservationsSubscription.graphql'

/** What can be asked, and what is answered, as the server's schema says it. */
export interface Asks {
  bookingAvailabilityQuery: bookingAvailabilityQuery
  bookingHoldMutation: bookingHoldMutation
  bookingConfirmMutation: bookingConfirmMutation
  bookingCancelMutation: bookingCancelMutation
  bookingJoinMutation: bookingJoinMutation
  bookingDecideMutation: bookingDecideMutation
}

/** What can be watched. */
export interface Watches {
  bookingOffersSubscription: bookingOffersSubscription
  bookingReservationsSubscription: bookingReservationsSubscription
}

/** One person with one client library. */
export interface Person {
  ask<A extends keyof Asks>(what: A, variables: Asks[A]['variables']): Promise<Asks[A]['response']>
  /** Calls `next` with every event until the returned function is called. A stream that ends otherwise throws. */
  watch<W extends keyof Watches>(
    what: W,
    variables: Watches[W]['variables'],
    next: (event: Watches[W]['response']) => void,
  ): () => void
  /** The status of an entity in the client's store, where the client has a store. */
  remembered?(type: string, id: string): unknown
  /** Ends what is open, so that the program can end. */
  leave(): void
}
