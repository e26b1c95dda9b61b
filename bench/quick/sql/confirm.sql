\set confirming random(20001, 9000000000000000000)
BEGIN;
INSERT INTO commands (principal_id, key_digest, operation, input_digest) VALUES (1, :confirming, 'confirmReservation', 'digest');
UPDATE reservations SET status = 'CONFIRMED', version = version + 1, expires_at = NULL, updated_at = now() WHERE id = :key AND status = 'HELD';
INSERT INTO events (venue_id, kind, entity_id, data) VALUES (1, 'reservation.confirmed', :key, '{"status": "CONFIRMED", "partySize": 2}');
UPDATE commands SET outcome = 'COMMITTED', refs = :key WHERE principal_id = 1 AND key_digest = :confirming;
COMMIT;
