\set key random(20001, 9000000000000000000)
\set offer random(1, :slots)
BEGIN;
INSERT INTO commands (principal_id, key_digest, operation, input_digest) VALUES (1, :key, 'confirmOffer', 'digest');
UPDATE offers SET status = 'ACCEPTED', version = version + 1, decided_at = now() WHERE id = :offer RETURNING entry_id AS entry, reservation_id AS held \gset
UPDATE waitlist_entries SET status = 'FULFILLED', version = version + 1 WHERE id = :entry;
UPDATE reservations SET status = 'CONFIRMED', version = version + 1, expires_at = NULL, updated_at = now() WHERE id = :held;
INSERT INTO events (venue_id, kind, entity_id, data) VALUES (1, 'offer.accepted', :offer, '{"status": "ACCEPTED"}');
UPDATE commands SET outcome = 'COMMITTED', refs = :offer WHERE principal_id = 1 AND key_digest = :key;
COMMIT;
