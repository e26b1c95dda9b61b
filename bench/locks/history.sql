-- What was there before the first booking: indexes with a single page would make serializable transactions collide that in a
-- living house never meet. $1 is the tenant, $2 how many bookings.
WITH old AS (
  SELECT gen_random_uuid() AS slot, gen_random_uuid() AS reservation, gen_random_uuid() AS customer, gen_random_uuid() AS venue, now() - n * interval '1 minute' AS at
  FROM generate_series(1, $2::int) n
), slots AS (
  INSERT INTO locks.slots (id, tenant_id, venue_id, starts_at, ends_at, capacity, taken) SELECT slot, $1::uuid, venue, at, at + interval '2 hours', 1, 1 FROM old
), reservations AS (
  INSERT INTO locks.reservations (id, tenant_id, venue_id, customer_id, party_size, status, starts_at, ends_at, created_at, updated_at)
  SELECT reservation, $1::uuid, venue, customer, 2, 'CONFIRMED', at, at + interval '2 hours', at, at FROM old
), allocations AS (
  INSERT INTO locks.allocations (id, tenant_id, reservation_id, slot_id, units, created_at) SELECT gen_random_uuid(), $1::uuid, reservation, slot, 1, at FROM old
), events AS (
  INSERT INTO locks.events (tenant_id, venue_id, position, kind, entity, entity_id, entity_version, customer_id, data, occurred_at)
  SELECT $1::uuid, venue, 1, 'reservation.held', 'reservation', reservation, 1, customer, '{}', at FROM old
)
INSERT INTO locks.commands (id, tenant_id, principal_id, key_digest, operation, outcome, refs, correlation_id, created_at, completed_at)
SELECT gen_random_uuid(), $1::uuid, customer, sha256(reservation::text::bytea), 'holdSlot', 'COMMITTED', '{}', 'history', at, at FROM old
