\set key random(20001, 9000000000000000000)
BEGIN;
INSERT INTO commands (principal_id, key_digest, operation, input_digest) VALUES (1, :key, 'holdSlot', 'digest');
UPDATE slots SET taken = taken + 1, version = version + 1 WHERE id = :slot AND taken < capacity RETURNING venue_id, starts_at;
INSERT INTO reservations (id, venue_id, customer_id, slot_id, party_size, expires_at, starts_at) VALUES (:key, 1, :key, :slot, 2, now() + interval '5 minutes', now() + interval '1 day');
INSERT INTO events (venue_id, kind, entity_id, data) VALUES (1, 'reservation.held', :key, '{"status": "HELD", "partySize": 2}');
UPDATE commands SET outcome = 'COMMITTED', refs = :key WHERE principal_id = 1 AND key_digest = :key;
COMMIT;
