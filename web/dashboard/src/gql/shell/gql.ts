/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Viewer {\n    serverTime\n    viewer {\n      id\n      displayName\n      role\n      capabilities\n      tenant {\n        id\n        code\n        name\n      }\n    }\n  }\n": typeof types.ViewerDocument,
    "\n  query Venues($after: String) {\n    venues(first: 100, after: $after) {\n      nodes {\n        ...VenueCore\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.VenuesDocument,
    "\n  query ViewerId {\n    viewer {\n      id\n    }\n  }\n": typeof types.ViewerIdDocument,
    "\n  query ServerTime {\n    serverTime\n  }\n": typeof types.ServerTimeDocument,
    "\n  query ReadReservation($id: ID!) {\n    entity: reservation(id: $id) {\n      ...ReservationCore\n    }\n  }\n": typeof types.ReadReservationDocument,
    "\n  query ReadOffer($id: ID!) {\n    entity: offer(id: $id) {\n      ...OfferCore\n    }\n  }\n": typeof types.ReadOfferDocument,
    "\n  query ReadEntry($id: ID!) {\n    entity: waitlistEntry(id: $id) {\n      ...EntryCore\n    }\n  }\n": typeof types.ReadEntryDocument,
    "\n  query ReadIntent($id: ID!) {\n    entity: intent(id: $id) {\n      ...IntentCore\n    }\n  }\n": typeof types.ReadIntentDocument,
    "\n  query ReadApproval($id: ID!) {\n    entity: approval(id: $id) {\n      ...ApprovalCore\n    }\n  }\n": typeof types.ReadApprovalDocument,
    "\n  query ReadVenue($id: ID!) {\n    entity: venue(id: $id) {\n      ...VenueCore\n    }\n  }\n": typeof types.ReadVenueDocument,
    "\n  query ReadVersion($id: ID!) {\n    entity: node(id: $id) {\n      id\n      ... on Slot {\n        version\n        bookable\n        remaining\n        capacity\n      }\n      ... on Resource {\n        version\n      }\n      ... on Area {\n        version\n      }\n      ... on Pause {\n        version\n        endedAt\n      }\n      ... on PolicyVersion {\n        version\n      }\n      ... on Adjustment {\n        version\n        revokedAt\n      }\n      ... on ApiKey {\n        version\n        revokedAt\n      }\n      ... on Membership {\n        version\n        revokedAt\n      }\n      ... on CalendarFeed {\n        version\n        revokedAt\n      }\n      ... on Series {\n        version\n      }\n    }\n  }\n": typeof types.ReadVersionDocument,
    "\n  query CommandRecord($key: IdempotencyKey!) {\n    command(idempotencyKey: $key) {\n      operation\n      outcome\n      createdAt\n      completedAt\n      problem {\n        code\n        message\n        retry\n        currentVersion\n      }\n      result {\n        id\n      }\n    }\n  }\n": typeof types.CommandRecordDocument,
    "\n  subscription CommandIntent($id: ID!, $after: EventCursor) {\n    intentChanged(id: $id, after: $after) {\n      kind\n      cursor\n      occurredAt\n      intent {\n        ...IntentCore\n      }\n    }\n  }\n": typeof types.CommandIntentDocument,
    "fragment CommandFields on CommandPayload {\n  outcome\n  replayed\n  retryAfterMs\n  correlationId\n  problem {\n    code\n    message\n    field\n    retry\n    currentVersion\n  }\n}\n\nfragment VenueCore on Venue {\n  id\n  version\n  code\n  name\n  timeZone\n}\n\nfragment ResourceCore on Resource {\n  id\n  version\n  name\n  kind\n  minParty\n  maxParty\n  capacity\n  active\n  walkInOnly\n  area {\n    id\n    version\n    name\n  }\n}\n\nfragment SlotCore on Slot {\n  id\n  version\n  startsAt\n  endsAt\n  capacity\n  remaining\n  bookable\n  blockers\n  state\n  walkInOnly\n  resource {\n    id\n    version\n    name\n    kind\n  }\n}\n\nfragment CustomerCore on Customer {\n  id\n  name\n  email\n  phone\n}\n\nfragment ReservationCore on Reservation {\n  id\n  version\n  status\n  statusReason\n  partySize\n  expiresAt\n  createdAt\n  updatedAt\n  requestedAt\n  late\n  noShowAt\n  walkIn\n  viewerCommands\n  customer {\n    ...CustomerCore\n  }\n  venue {\n    ...VenueCore\n  }\n  slots {\n    ...SlotCore\n  }\n  override {\n    reason\n    codes\n  }\n  intent {\n    id\n    version\n    status\n  }\n}\n\nfragment EntryCore on WaitlistEntry {\n  id\n  version\n  status\n  partySize\n  from\n  to\n  resourceId\n  joinedAt\n  position\n  priority\n  customer {\n    ...CustomerCore\n  }\n  venue {\n    ...VenueCore\n  }\n}\n\nfragment OfferCore on Offer {\n  id\n  version\n  status\n  expiresAt\n  deliveryState\n  decision {\n    state\n    decidedAt\n    decidedBy\n    source\n    reasonCode\n    reservation {\n      id\n      version\n      status\n    }\n  }\n  slots {\n    ...SlotCore\n  }\n  entry {\n    ...EntryCore\n  }\n  hold {\n    id\n    version\n    status\n  }\n  intent {\n    id\n    version\n    status\n  }\n}\n\nfragment IntentCore on Intent {\n  id\n  version\n  kind\n  status\n  partySize\n  waitForSeat\n  failure\n  queuePosition\n  expiresAt\n  createdAt\n  updatedAt\n  venue {\n    ...VenueCore\n  }\n  slots {\n    ...SlotCore\n  }\n  reservation {\n    id\n    version\n    status\n  }\n  attempts {\n    id\n    version\n    number\n    provider\n    action\n    reference\n    status\n    startedAt\n    endedAt\n    upstreamRef\n    failure\n    resolvedBy\n    resolution\n  }\n}\n\nfragment ApprovalCore on Approval {\n  id\n  version\n  status\n  actionType\n  targetKey\n  preview\n  expiresAt\n  createdAt\n  decidedBy\n  decidedAt\n  venue {\n    ...VenueCore\n  }\n  intent {\n    id\n    version\n    status\n  }\n}": typeof types.CommandFieldsFragmentDoc,
};
const documents: Documents = {
    "\n  query Viewer {\n    serverTime\n    viewer {\n      id\n      displayName\n      role\n      capabilities\n      tenant {\n        id\n        code\n        name\n      }\n    }\n  }\n": types.ViewerDocument,
    "\n  query Venues($after: String) {\n    venues(first: 100, after: $after) {\n      nodes {\n        ...VenueCore\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.VenuesDocument,
    "\n  query ViewerId {\n    viewer {\n      id\n    }\n  }\n": types.ViewerIdDocument,
    "\n  query ServerTime {\n    serverTime\n  }\n": types.ServerTimeDocument,
    "\n  query ReadReservation($id: ID!) {\n    entity: reservation(id: $id) {\n      ...ReservationCore\n    }\n  }\n": types.ReadReservationDocument,
    "\n  query ReadOffer($id: ID!) {\n    entity: offer(id: $id) {\n      ...OfferCore\n    }\n  }\n": types.ReadOfferDocument,
    "\n  query ReadEntry($id: ID!) {\n    entity: waitlistEntry(id: $id) {\n      ...EntryCore\n    }\n  }\n": types.ReadEntryDocument,
    "\n  query ReadIntent($id: ID!) {\n    entity: intent(id: $id) {\n      ...IntentCore\n    }\n  }\n": types.ReadIntentDocument,
    "\n  query ReadApproval($id: ID!) {\n    entity: approval(id: $id) {\n      ...ApprovalCore\n    }\n  }\n": types.ReadApprovalDocument,
    "\n  query ReadVenue($id: ID!) {\n    entity: venue(id: $id) {\n      ...VenueCore\n    }\n  }\n": types.ReadVenueDocument,
    "\n  query ReadVersion($id: ID!) {\n    entity: node(id: $id) {\n      id\n      ... on Slot {\n        version\n        bookable\n        remaining\n        capacity\n      }\n      ... on Resource {\n        version\n      }\n      ... on Area {\n        version\n      }\n      ... on Pause {\n        version\n        endedAt\n      }\n      ... on PolicyVersion {\n        version\n      }\n      ... on Adjustment {\n        version\n        revokedAt\n      }\n      ... on ApiKey {\n        version\n        revokedAt\n      }\n      ... on Membership {\n        version\n        revokedAt\n      }\n      ... on CalendarFeed {\n        version\n        revokedAt\n      }\n      ... on Series {\n        version\n      }\n    }\n  }\n": types.ReadVersionDocument,
    "\n  query CommandRecord($key: IdempotencyKey!) {\n    command(idempotencyKey: $key) {\n      operation\n      outcome\n      createdAt\n      completedAt\n      problem {\n        code\n        message\n        retry\n        currentVersion\n      }\n      result {\n        id\n      }\n    }\n  }\n": types.CommandRecordDocument,
    "\n  subscription CommandIntent($id: ID!, $after: EventCursor) {\n    intentChanged(id: $id, after: $after) {\n      kind\n      cursor\n      occurredAt\n      intent {\n        ...IntentCore\n      }\n    }\n  }\n": types.CommandIntentDocument,
    "fragment CommandFields on CommandPayload {\n  outcome\n  replayed\n  retryAfterMs\n  correlationId\n  problem {\n    code\n    message\n    field\n    retry\n    currentVersion\n  }\n}\n\nfragment VenueCore on Venue {\n  id\n  version\n  code\n  name\n  timeZone\n}\n\nfragment ResourceCore on Resource {\n  id\n  version\n  name\n  kind\n  minParty\n  maxParty\n  capacity\n  active\n  walkInOnly\n  area {\n    id\n    version\n    name\n  }\n}\n\nfragment SlotCore on Slot {\n  id\n  version\n  startsAt\n  endsAt\n  capacity\n  remaining\n  bookable\n  blockers\n  state\n  walkInOnly\n  resource {\n    id\n    version\n    name\n    kind\n  }\n}\n\nfragment CustomerCore on Customer {\n  id\n  name\n  email\n  phone\n}\n\nfragment ReservationCore on Reservation {\n  id\n  version\n  status\n  statusReason\n  partySize\n  expiresAt\n  createdAt\n  updatedAt\n  requestedAt\n  late\n  noShowAt\n  walkIn\n  viewerCommands\n  customer {\n    ...CustomerCore\n  }\n  venue {\n    ...VenueCore\n  }\n  slots {\n    ...SlotCore\n  }\n  override {\n    reason\n    codes\n  }\n  intent {\n    id\n    version\n    status\n  }\n}\n\nfragment EntryCore on WaitlistEntry {\n  id\n  version\n  status\n  partySize\n  from\n  to\n  resourceId\n  joinedAt\n  position\n  priority\n  customer {\n    ...CustomerCore\n  }\n  venue {\n    ...VenueCore\n  }\n}\n\nfragment OfferCore on Offer {\n  id\n  version\n  status\n  expiresAt\n  deliveryState\n  decision {\n    state\n    decidedAt\n    decidedBy\n    source\n    reasonCode\n    reservation {\n      id\n      version\n      status\n    }\n  }\n  slots {\n    ...SlotCore\n  }\n  entry {\n    ...EntryCore\n  }\n  hold {\n    id\n    version\n    status\n  }\n  intent {\n    id\n    version\n    status\n  }\n}\n\nfragment IntentCore on Intent {\n  id\n  version\n  kind\n  status\n  partySize\n  waitForSeat\n  failure\n  queuePosition\n  expiresAt\n  createdAt\n  updatedAt\n  venue {\n    ...VenueCore\n  }\n  slots {\n    ...SlotCore\n  }\n  reservation {\n    id\n    version\n    status\n  }\n  attempts {\n    id\n    version\n    number\n    provider\n    action\n    reference\n    status\n    startedAt\n    endedAt\n    upstreamRef\n    failure\n    resolvedBy\n    resolution\n  }\n}\n\nfragment ApprovalCore on Approval {\n  id\n  version\n  status\n  actionType\n  targetKey\n  preview\n  expiresAt\n  createdAt\n  decidedBy\n  decidedAt\n  venue {\n    ...VenueCore\n  }\n  intent {\n    id\n    version\n    status\n  }\n}": types.CommandFieldsFragmentDoc,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Viewer {\n    serverTime\n    viewer {\n      id\n      displayName\n      role\n      capabilities\n      tenant {\n        id\n        code\n        name\n      }\n    }\n  }\n"): (typeof documents)["\n  query Viewer {\n    serverTime\n    viewer {\n      id\n      displayName\n      role\n      capabilities\n      tenant {\n        id\n        code\n        name\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Venues($after: String) {\n    venues(first: 100, after: $after) {\n      nodes {\n        ...VenueCore\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): (typeof documents)["\n  query Venues($after: String) {\n    venues(first: 100, after: $after) {\n      nodes {\n        ...VenueCore\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ViewerId {\n    viewer {\n      id\n    }\n  }\n"): (typeof documents)["\n  query ViewerId {\n    viewer {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerTime {\n    serverTime\n  }\n"): (typeof documents)["\n  query ServerTime {\n    serverTime\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadReservation($id: ID!) {\n    entity: reservation(id: $id) {\n      ...ReservationCore\n    }\n  }\n"): (typeof documents)["\n  query ReadReservation($id: ID!) {\n    entity: reservation(id: $id) {\n      ...ReservationCore\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadOffer($id: ID!) {\n    entity: offer(id: $id) {\n      ...OfferCore\n    }\n  }\n"): (typeof documents)["\n  query ReadOffer($id: ID!) {\n    entity: offer(id: $id) {\n      ...OfferCore\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadEntry($id: ID!) {\n    entity: waitlistEntry(id: $id) {\n      ...EntryCore\n    }\n  }\n"): (typeof documents)["\n  query ReadEntry($id: ID!) {\n    entity: waitlistEntry(id: $id) {\n      ...EntryCore\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadIntent($id: ID!) {\n    entity: intent(id: $id) {\n      ...IntentCore\n    }\n  }\n"): (typeof documents)["\n  query ReadIntent($id: ID!) {\n    entity: intent(id: $id) {\n      ...IntentCore\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadApproval($id: ID!) {\n    entity: approval(id: $id) {\n      ...ApprovalCore\n    }\n  }\n"): (typeof documents)["\n  query ReadApproval($id: ID!) {\n    entity: approval(id: $id) {\n      ...ApprovalCore\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadVenue($id: ID!) {\n    entity: venue(id: $id) {\n      ...VenueCore\n    }\n  }\n"): (typeof documents)["\n  query ReadVenue($id: ID!) {\n    entity: venue(id: $id) {\n      ...VenueCore\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadVersion($id: ID!) {\n    entity: node(id: $id) {\n      id\n      ... on Slot {\n        version\n        bookable\n        remaining\n        capacity\n      }\n      ... on Resource {\n        version\n      }\n      ... on Area {\n        version\n      }\n      ... on Pause {\n        version\n        endedAt\n      }\n      ... on PolicyVersion {\n        version\n      }\n      ... on Adjustment {\n        version\n        revokedAt\n      }\n      ... on ApiKey {\n        version\n        revokedAt\n      }\n      ... on Membership {\n        version\n        revokedAt\n      }\n      ... on CalendarFeed {\n        version\n        revokedAt\n      }\n      ... on Series {\n        version\n      }\n    }\n  }\n"): (typeof documents)["\n  query ReadVersion($id: ID!) {\n    entity: node(id: $id) {\n      id\n      ... on Slot {\n        version\n        bookable\n        remaining\n        capacity\n      }\n      ... on Resource {\n        version\n      }\n      ... on Area {\n        version\n      }\n      ... on Pause {\n        version\n        endedAt\n      }\n      ... on PolicyVersion {\n        version\n      }\n      ... on Adjustment {\n        version\n        revokedAt\n      }\n      ... on ApiKey {\n        version\n        revokedAt\n      }\n      ... on Membership {\n        version\n        revokedAt\n      }\n      ... on CalendarFeed {\n        version\n        revokedAt\n      }\n      ... on Series {\n        version\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CommandRecord($key: IdempotencyKey!) {\n    command(idempotencyKey: $key) {\n      operation\n      outcome\n      createdAt\n      completedAt\n      problem {\n        code\n        message\n        retry\n        currentVersion\n      }\n      result {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  query CommandRecord($key: IdempotencyKey!) {\n    command(idempotencyKey: $key) {\n      operation\n      outcome\n      createdAt\n      completedAt\n      problem {\n        code\n        message\n        retry\n        currentVersion\n      }\n      result {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription CommandIntent($id: ID!, $after: EventCursor) {\n    intentChanged(id: $id, after: $after) {\n      kind\n      cursor\n      occurredAt\n      intent {\n        ...IntentCore\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription CommandIntent($id: ID!, $after: EventCursor) {\n    intentChanged(id: $id, after: $after) {\n      kind\n      cursor\n      occurredAt\n      intent {\n        ...IntentCore\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment CommandFields on CommandPayload {\n  outcome\n  replayed\n  retryAfterMs\n  correlationId\n  problem {\n    code\n    message\n    field\n    retry\n    currentVersion\n  }\n}\n\nfragment VenueCore on Venue {\n  id\n  version\n  code\n  name\n  timeZone\n}\n\nfragment ResourceCore on Resource {\n  id\n  version\n  name\n  kind\n  minParty\n  maxParty\n  capacity\n  active\n  walkInOnly\n  area {\n    id\n    version\n    name\n  }\n}\n\nfragment SlotCore on Slot {\n  id\n  version\n  startsAt\n  endsAt\n  capacity\n  remaining\n  bookable\n  blockers\n  state\n  walkInOnly\n  resource {\n    id\n    version\n    name\n    kind\n  }\n}\n\nfragment CustomerCore on Customer {\n  id\n  name\n  email\n  phone\n}\n\nfragment ReservationCore on Reservation {\n  id\n  version\n  status\n  statusReason\n  partySize\n  expiresAt\n  createdAt\n  updatedAt\n  requestedAt\n  late\n  noShowAt\n  walkIn\n  viewerCommands\n  customer {\n    ...CustomerCore\n  }\n  venue {\n    ...VenueCore\n  }\n  slots {\n    ...SlotCore\n  }\n  override {\n    reason\n    codes\n  }\n  intent {\n    id\n    version\n    status\n  }\n}\n\nfragment EntryCore on WaitlistEntry {\n  id\n  version\n  status\n  partySize\n  from\n  to\n  resourceId\n  joinedAt\n  position\n  priority\n  customer {\n    ...CustomerCore\n  }\n  venue {\n    ...VenueCore\n  }\n}\n\nfragment OfferCore on Offer {\n  id\n  version\n  status\n  expiresAt\n  deliveryState\n  decision {\n    state\n    decidedAt\n    decidedBy\n    source\n    reasonCode\n    reservation {\n      id\n      version\n      status\n    }\n  }\n  slots {\n    ...SlotCore\n  }\n  entry {\n    ...EntryCore\n  }\n  hold {\n    id\n    version\n    status\n  }\n  intent {\n    id\n    version\n    status\n  }\n}\n\nfragment IntentCore on Intent {\n  id\n  version\n  kind\n  status\n  partySize\n  waitForSeat\n  failure\n  queuePosition\n  expiresAt\n  createdAt\n  updatedAt\n  venue {\n    ...VenueCore\n  }\n  slots {\n    ...SlotCore\n  }\n  reservation {\n    id\n    version\n    status\n  }\n  attempts {\n    id\n    version\n    number\n    provider\n    action\n    reference\n    status\n    startedAt\n    endedAt\n    upstreamRef\n    failure\n    resolvedBy\n    resolution\n  }\n}\n\nfragment ApprovalCore on Approval {\n  id\n  version\n  status\n  actionType\n  targetKey\n  preview\n  expiresAt\n  createdAt\n  decidedBy\n  decidedAt\n  venue {\n    ...VenueCore\n  }\n  intent {\n    id\n    version\n    status\n  }\n}"): (typeof documents)["fragment CommandFields on CommandPayload {\n  outcome\n  replayed\n  retryAfterMs\n  correlationId\n  problem {\n    code\n    message\n    field\n    retry\n    currentVersion\n  }\n}\n\nfragment VenueCore on Venue {\n  id\n  version\n  code\n  name\n  timeZone\n}\n\nfragment ResourceCore on Resource {\n  id\n  version\n  name\n  kind\n  minParty\n  maxParty\n  capacity\n  active\n  walkInOnly\n  area {\n    id\n    version\n    name\n  }\n}\n\nfragment SlotCore on Slot {\n  id\n  version\n  startsAt\n  endsAt\n  capacity\n  remaining\n  bookable\n  blockers\n  state\n  walkInOnly\n  resource {\n    id\n    version\n    name\n    kind\n  }\n}\n\nfragment CustomerCore on Customer {\n  id\n  name\n  email\n  phone\n}\n\nfragment ReservationCore on Reservation {\n  id\n  version\n  status\n  statusReason\n  partySize\n  expiresAt\n  createdAt\n  updatedAt\n  requestedAt\n  late\n  noShowAt\n  walkIn\n  viewerCommands\n  customer {\n    ...CustomerCore\n  }\n  venue {\n    ...VenueCore\n  }\n  slots {\n    ...SlotCore\n  }\n  override {\n    reason\n    codes\n  }\n  intent {\n    id\n    version\n    status\n  }\n}\n\nfragment EntryCore on WaitlistEntry {\n  id\n  version\n  status\n  partySize\n  from\n  to\n  resourceId\n  joinedAt\n  position\n  priority\n  customer {\n    ...CustomerCore\n  }\n  venue {\n    ...VenueCore\n  }\n}\n\nfragment OfferCore on Offer {\n  id\n  version\n  status\n  expiresAt\n  deliveryState\n  decision {\n    state\n    decidedAt\n    decidedBy\n    source\n    reasonCode\n    reservation {\n      id\n      version\n      status\n    }\n  }\n  slots {\n    ...SlotCore\n  }\n  entry {\n    ...EntryCore\n  }\n  hold {\n    id\n    version\n    status\n  }\n  intent {\n    id\n    version\n    status\n  }\n}\n\nfragment IntentCore on Intent {\n  id\n  version\n  kind\n  status\n  partySize\n  waitForSeat\n  failure\n  queuePosition\n  expiresAt\n  createdAt\n  updatedAt\n  venue {\n    ...VenueCore\n  }\n  slots {\n    ...SlotCore\n  }\n  reservation {\n    id\n    version\n    status\n  }\n  attempts {\n    id\n    version\n    number\n    provider\n    action\n    reference\n    status\n    startedAt\n    endedAt\n    upstreamRef\n    failure\n    resolvedBy\n    resolution\n  }\n}\n\nfragment ApprovalCore on Approval {\n  id\n  version\n  status\n  actionType\n  targetKey\n  preview\n  expiresAt\n  createdAt\n  decidedBy\n  decidedAt\n  venue {\n    ...VenueCore\n  }\n  intent {\n    id\n    version\n    status\n  }\n}"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;