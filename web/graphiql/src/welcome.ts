export const welcome = `# SlotQ: queries and mutations go over HTTP, subscriptions over a WebSocket.
# Docs and completion (Ctrl-Space) come from the server's own schema.
# Signed in? A demo link brings its token; else add it under "Headers" below:
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

# Put the id of a venue under "Variables", { "venueId": "..." }, and watch:
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
