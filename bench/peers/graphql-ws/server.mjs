// The peer: graphql-ws over ws, as its documentation shows it, with a stream of changes of one venue. Each subscriber has an
// iterator of its own, as the library's users write it.
import { createServer } from "node:http";
import { buildSchema } from "graphql";
import { useServer } from "graphql-ws/use/ws";
import { WebSocketServer } from "ws";

const schema = buildSchema(`
  scalar EventCursor
  scalar DateTime
  enum StreamKind { SNAPSHOT CHANGE RESYNC }
  type Reservation { id: ID! version: Int! status: String! partySize: Int! createdAt: DateTime! expiresAt: DateTime }
  type ReservationEvent { kind: StreamKind! cursor: EventCursor! occurredAt: DateTime! reservation: Reservation }
  type Query { alive: Boolean! }
  type Subscription { reservationChanged(venueId: ID!, after: EventCursor): ReservationEvent! }
`);

let position = 0;
const waiting = new Set();
const last = () => ({ kind: "CHANGE", cursor: String(position), occurredAt: new Date().toISOString(),
  reservation: { id: "rv_AAAAAAAAAAAAAAAAAAAAAA", version: position, status: "HELD", partySize: 2, createdAt: new Date().toISOString(), expiresAt: new Date().toISOString() } });

async function* changes(after) {
  let at = position;
  if (after == null) yield { reservationChanged: { kind: "SNAPSHOT", cursor: String(at), occurredAt: new Date().toISOString(), reservation: null } };
  else at = Number(after);
  for (;;) {
    if (at < position) {
      at = position;
      yield { reservationChanged: last() };
      continue;
    }
    await new Promise((wake) => waiting.add(wake));
  }
}

const server = createServer((request, response) => {
  if (request.url === "/emit") {
    position++;
    for (const wake of waiting) wake();
    waiting.clear();
  }
  response.end();
});
const sockets = new WebSocketServer({ server, path: "/graphql" });
useServer({ schema, roots: { subscription: { reservationChanged: ({ after }) => changes(after) } } }, sockets);
server.listen(0, "127.0.0.1", 8192, () => console.log(`127.0.0.1:${server.address().port}`));
