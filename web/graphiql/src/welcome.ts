export const welcome = `# Queries and mutations go over HTTP,
# subscriptions over a WebSocket.
# Ctrl-Space completes, Ctrl-Enter runs.
#
# A demo link brings its token. Without one,
# add this under "Headers" below:
#   { "authorization": "Bearer ..." }

query Welcome {
  serverTime
  viewer {
    id
    displayName
    role
    capabilities
    tenant {
      code
      name
    }
  }
  venues(first: 10) {
    nodes {
      id
      code
      name
      timeZone
    }
  }
}

# Put the id of a venue under "Variables"
#   { "venueId": "..." }
# and watch its offers:
subscription WatchOffers($venueId: ID!) {
  offerChanged(venueId: $venueId) {
    kind
    cursor
    occurredAt
    offer {
      id
      status
      version
    }
  }
}
`;
