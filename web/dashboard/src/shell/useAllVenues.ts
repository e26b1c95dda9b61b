import type { RequestPolicy } from '@urql/core'
import { useAllPages } from '../api/useAllPages'
import { VenuesQuery } from '../api/viewer'

/** All venues that the viewer sees, however many: addresses are found among them. */
export const useAllVenues = (requestPolicy?: RequestPolicy) =>
  useAllPages({ query: VenuesQuery, variables: {}, ...(requestPolicy ? { requestPolicy } : {}) }, (data) => data.venues)
