import { graphql } from '../../gql/guest'

export const GuestOffer = graphql(`
  query GuestOffer($id: ID!) {
    offer(id: $id) {
      ...OfferCore
      selection {
        policyVersion {
          id
          version
          rules {
            ...GuestRules
          }
        }
      }
      intent {
        ...IntentCore
      }
    }
  }
`)

export const GuestConfirmOffer = graphql(`
  mutation GuestConfirmOffer($input: ConfirmOfferInput!) {
    confirmOffer(input: $input) {
      ...CommandFields
      offer {
        ...OfferCore
      }
      reservation {
        ...ReservationCore
      }
      intent {
        ...IntentCore
      }
    }
  }
`)

export const GuestDeclineOffer = graphql(`
  mutation GuestDeclineOffer($input: DeclineOfferInput!) {
    declineOffer(input: $input) {
      ...CommandFields
      offer {
        ...OfferCore
      }
    }
  }
`)
