-- A house that sells time, as a user of PostGraphile would write it: tables with foreign keys, from which the API's relations
-- follow, and one function for a hold. The same units of the same kinds of slots as SlotQ sells; no walls between tenants, no row
-- security, no triggers, no audit.
CREATE SCHEMA house;
CREATE SCHEMA house_private;

CREATE TABLE house.venues (id uuid PRIMARY KEY, name text NOT NULL);
CREATE TABLE house.policy_versions (id uuid PRIMARY KEY, venue_id uuid NOT NULL REFERENCES house.venues, number int NOT NULL, hold_ttl interval NOT NULL DEFAULT '5 minutes', UNIQUE (venue_id, number));
CREATE TABLE house.resources (id uuid PRIMARY KEY, venue_id uuid NOT NULL REFERENCES house.venues, name text NOT NULL, kind text NOT NULL, max_party int NOT NULL);
CREATE INDEX ON house.resources (venue_id);
CREATE TABLE house.slots (
	id uuid PRIMARY KEY, resource_id uuid NOT NULL REFERENCES house.resources, starts_at timestamptz NOT NULL, ends_at timestamptz NOT NULL,
	capacity int NOT NULL, taken int NOT NULL DEFAULT 0, version bigint NOT NULL DEFAULT 1, CHECK (taken BETWEEN 0 AND capacity), UNIQUE (resource_id, starts_at)
) WITH (fillfactor = 80);
CREATE TABLE house.customers (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text NOT NULL, phone text, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE house.reservations (
	id uuid PRIMARY KEY DEFAULT gen_random_uuid(), venue_id uuid NOT NULL REFERENCES house.venues, customer_id uuid NOT NULL REFERENCES house.customers,
	policy_version_id uuid NOT NULL REFERENCES house.policy_versions, party_size int NOT NULL, status text NOT NULL DEFAULT 'HELD', version bigint NOT NULL DEFAULT 1,
	starts_at timestamptz NOT NULL, expires_at timestamptz, created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON house.reservations (venue_id, starts_at, id);
CREATE INDEX ON house.reservations (customer_id);
CREATE INDEX ON house.reservations (policy_version_id);
CREATE INDEX ON house.reservations (expires_at) WHERE status = 'HELD';
CREATE TABLE house.allocations (
	reservation_id uuid NOT NULL REFERENCES house.reservations, slot_id uuid NOT NULL REFERENCES house.slots, units int NOT NULL, PRIMARY KEY (reservation_id, slot_id)
);
CREATE INDEX ON house.allocations (slot_id);
CREATE TABLE house_private.events (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, venue_id uuid NOT NULL, kind text NOT NULL, entity_id uuid NOT NULL, data jsonb NOT NULL, occurred_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE house_private.commands (
	key uuid PRIMARY KEY, operation text NOT NULL, slot_id uuid NOT NULL, party_size int NOT NULL, reservation_id uuid, created_at timestamptz NOT NULL DEFAULT now()
);

-- hold_slot takes a unit of a slot for a while: once a key, and never more than there are.
CREATE FUNCTION house.hold_slot(slot_id uuid, party_size int, idempotency_key uuid) RETURNS house.reservations LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_variable
DECLARE
	known house_private.commands;
	place record;
	guest uuid;
	held house.reservations;
BEGIN
	INSERT INTO house_private.commands (key, operation, slot_id, party_size) VALUES (idempotency_key, 'holdSlot', slot_id, party_size) ON CONFLICT DO NOTHING;
	IF NOT FOUND THEN
		SELECT * INTO known FROM house_private.commands c WHERE c.key = idempotency_key;
		IF known.slot_id <> slot_id OR known.party_size <> party_size THEN
			RAISE EXCEPTION 'the key has been used for something else' USING ERRCODE = 'HS409';
		END IF;
		SELECT * INTO held FROM house.reservations r WHERE r.id = known.reservation_id;
		RETURN held;
	END IF;
	UPDATE house.slots s SET taken = s.taken + 1, version = s.version + 1 FROM house.resources r, house.policy_versions p
		WHERE s.id = slot_id AND s.taken < s.capacity AND s.starts_at > now() AND r.id = s.resource_id AND r.max_party >= party_size
			AND p.venue_id = r.venue_id AND p.number = 1
		RETURNING s.starts_at, r.venue_id, p.id AS policy, p.hold_ttl INTO place;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'the slot is occupied' USING ERRCODE = 'HS410';
	END IF;
	INSERT INTO house.customers (name) VALUES ('Walk-in') RETURNING id INTO guest;
	INSERT INTO house.reservations (venue_id, customer_id, policy_version_id, party_size, starts_at, expires_at)
		VALUES (place.venue_id, guest, place.policy, party_size, place.starts_at, now() + place.hold_ttl) RETURNING * INTO held;
	INSERT INTO house.allocations (reservation_id, slot_id, units) VALUES (held.id, slot_id, 1);
	INSERT INTO house_private.events (venue_id, kind, entity_id, data)
		VALUES (place.venue_id, 'reservation.held', held.id, jsonb_build_object('status', 'HELD', 'partySize', party_size));
	UPDATE house_private.commands c SET reservation_id = held.id WHERE c.key = idempotency_key;
	RETURN held;
END $$;

-- What may be done with a reservation, which a dashboard shows beside it.
CREATE FUNCTION house.reservations_viewer_commands(reservation house.reservations) RETURNS text[] LANGUAGE sql STABLE AS $$
	SELECT CASE reservation.status WHEN 'HELD' THEN ARRAY['confirmReservation', 'cancelReservation'] WHEN 'CONFIRMED' THEN ARRAY['cancelReservation', 'checkIn'] ELSE '{}' END
$$;

-- The ids follow from a number, so that who asks can reckon them.
CREATE FUNCTION house_private.id(kind int, n int) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT md5(kind || ':' || n)::uuid $$;

INSERT INTO house.venues VALUES (house_private.id(0, 1), 'The venue');
INSERT INTO house.policy_versions (id, venue_id, number) VALUES (house_private.id(1, 1), house_private.id(0, 1), 1);
INSERT INTO house.resources SELECT house_private.id(2, n), house_private.id(0, 1), 'Place ' || n, 'EXCLUSIVE', 4 FROM generate_series(1, 6) n;
-- A slot of five minutes after the other at five places, each to be held once, and one more of many units.
INSERT INTO house.slots (id, resource_id, starts_at, ends_at, capacity)
	SELECT house_private.id(3, n), house_private.id(2, 1 + n % 5), now() + interval '1 day' + n / 5 * interval '5 minutes', now() + interval '1 day' + (n / 5 + 1) * interval '5 minutes', 1
	FROM generate_series(1, 60000) n;
INSERT INTO house.slots (id, resource_id, starts_at, ends_at, capacity) VALUES (house_private.id(3, 0), house_private.id(2, 6), now() + interval '1 day', now() + interval '2 days', 1000000);
ANALYZE;
