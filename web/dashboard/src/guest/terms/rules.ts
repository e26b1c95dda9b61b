import { graphql } from '../../gql/guest'

/** The rules of a venue that a guest is told of. */
export const GuestRules = graphql(`
  fragment GuestRules on PolicyRules {
    holdTtl
    offerTtl
    requestTtl
    bookingHorizon
    cancellationCutoff
    channels {
      channel
      bookingHorizon
      cancellationCutoff
    }
    confirmation
    waitlistFit
    skipLimit
    onOfferLapse
    autoPromote
    waitlistWeights {
      factor
      weight
    }
  }
`)
