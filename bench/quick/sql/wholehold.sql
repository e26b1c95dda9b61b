\set key random(20001, 9000000000000000000)
BEGIN;
SELECT set_config('app.tenant', '1', true), set_config('lock_timeout', '500ms', true), set_config('statement_timeout', '5s', true), pg_try_advisory_xact_lock(:key);
SELECT operation, input_digest, outcome, refs, created_at FROM commands WHERE principal_id = 1 AND key_digest = :key LIMIT 2;
SELECT s.id, s.venue_id, s.resource_id, s.starts_at, s.ends_at, s.capacity, s.taken, s.version, r.name, r.kind, r.min_party, r.max_party, p.id, p.rules, v.offers_on
	FROM slots s JOIN resources r ON r.id = s.resource_id JOIN venues v ON v.id = s.venue_id JOIN policies p ON p.venue_id = s.venue_id
	WHERE s.id = :slot FOR NO KEY UPDATE OF s;
SELECT clock_timestamp(), ARRAY(SELECT r.id FROM allocations a JOIN reservations r ON r.id = a.reservation_id
	WHERE a.slot_id = 0 - :slot AND a.released_at IS NULL AND r.status = 'HELD' AND r.expires_at <= clock_timestamp());
SELECT o.slot_id, r.status FROM allocations o JOIN reservations r ON r.id = o.reservation_id WHERE o.slot_id = 0 - :slot;
SELECT e.id, e.version, e.party_size FROM waitlist_entries e WHERE e.venue_id = 1 AND e.status = 'WAITING' AND e.to_at > now() ORDER BY e.joined_at, e.id LIMIT 10;
INSERT INTO customers (id, name) VALUES (:key, 'Walk-in');
INSERT INTO reservations (id, venue_id, customer_id, slot_id, party_size, expires_at, starts_at) VALUES (:key, 1, :key, :slot, 2, now() + interval '5 minutes', now() + interval '1 day');
INSERT INTO allocations (id, reservation_id, slot_id, units) VALUES (:key, :key, :slot, 1);
UPDATE slots SET taken = taken + 1, version = version + 1 WHERE id = :slot;
INSERT INTO events (venue_id, kind, entity_id, data) VALUES (1, 'reservation.held', :key, '{"status": "HELD", "partySize": 2}'), (1, 'slot.changed', :slot, '{"taken": 1}');
INSERT INTO audit_entries (actor, operation, subject) VALUES ('Admin', 'holdSlot', :key);
INSERT INTO commands (principal_id, key_digest, operation, input_digest, outcome, refs) VALUES (1, :key, 'holdSlot', 'digest', 'COMMITTED', :key);
COMMIT;
