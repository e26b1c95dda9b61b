import assert from 'node:assert/strict'
import {
  createOperationDescriptor,
  fetchQuery,
  getPaginationMetadata,
  getPaginationVariables,
  getRequest,
  getSingularSelector,
  type Environment,
  type GraphQLTaggedNode,
} from 'relay-runtime'
import pagesQuery, { type pagesQuery as PagesQuery } from './__generated__/pagesQuery.graphql'
import bookings, { type pagesBookings_query$data } from './__generated__/pagesBookings_query.graphql'
import refetchQuery, { type pagesBookingRefetchQuery } from './__generated__/pagesBookingRefetchQuery.graphql'
import { venueId } from './house'

const graphql = String.raw

graphql`
  query pagesQuery($venueId: ID!, $count: Int!) {
    ...pagesBookings_query @arguments(venueId: $venueId, count: $count)
  }
`

graphql`
  fragment pagesBookings_query on Query
  @refetchable(queryName: "pagesBookingsQuery")
  @argumentDefinitions(venueId: { type: "ID!" }, count: { type: "Int!" }, cursor: { type: "String" }) {
    reservations(venueId: $venueId, first: $count, after: $cursor) @connection(key: "pages_reservations") {
      edges {
        node {
          id
          version
          status
          ...pagesBooking_reservation
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`

graphql`
  fragment pagesBooking_reservation on Reservation @refetchable(queryName: "pagesBookingRefetchQuery") {
    id
    version
    status
    partySize
    customer {
      id
      name
    }
    slots {
      id
      resource {
        id
        name
      }
    }
  }
`

const count = 3

/** Turns pages of the venue's bookings as Relay's pagination does, and reads one of them again by its id. */
export async function turnPages(environment: Environment): Promise<string> {
  const first = createOperationDescriptor(getRequest(pagesQuery), { venueId, count })
  const kept = environment.retain(first) // as a screen does that shows it
  await fetchQuery<PagesQuery>(environment, pagesQuery, { venueId, count }).toPromise()
  const shown = () => {
    const root = environment.lookup(first.fragment).data
    const selector = getSingularSelector(bookings, root)
    return environment.lookup(selector!).data as pagesBookings_query$data
  }

  const seen = [shown().reservations.edges.map(e => e.node.id)]
  for (let pages = 2; pages <= 3; pages++) {
    await loadNext(environment, shown().reservations.pageInfo.endCursor)
    seen.push(shown().reservations.edges.map(e => e.node.id))
  }
  assert.deepEqual(seen.map(ids => ids.length), [3, 6, 9])
  assert.deepEqual(seen[2]!.slice(0, 6), seen[1], 'a page moved')
  assert.equal(new Set(seen[2]).size, 9, 'a booking came twice')

  const { id, version } = shown().reservations.edges[8]!.node
  const read = await fetchQuery<pagesBookingRefetchQuery>(environment, refetchQuery, { id }).toPromise()
  assert.ok(read?.node)
  const record = environment.getStore().getSource().get<Record<string, unknown>>(id)
  assert.deepEqual([record?.__typename, record?.version], ['Reservation', version])
  kept.dispose()
  return '3 pages of bookings, one read again by its id'
}

/** What usePaginationFragment's loadNext does. */
async function loadNext(environment: Environment, cursor: string | null | undefined): Promise<void> {
  const { paginationRequest, paginationMetadata } = getPaginationMetadata(bookings, 'pages')
  const variables = getPaginationVariables('forward', count, cursor, { venueId }, {}, paginationMetadata)
  await fetchQuery(environment, paginationRequest as GraphQLTaggedNode, variables).toPromise()
}
