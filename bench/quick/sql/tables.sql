-- What any program that sells time keeps, with the keys and indexes that its reads need. No walls between tenants, no triggers:
-- the peer is to be as quick as the SQL allows. Ids are random numbers, which scatter over an index as ours do.
CREATE TABLE venues (id bigint PRIMARY KEY, offers_on boolean NOT NULL DEFAULT true);
CREATE TABLE policies (id bigint PRIMARY KEY, venue_id bigint NOT NULL UNIQUE, rules text NOT NULL);
CREATE TABLE resources (id bigint PRIMARY KEY, venue_id bigint NOT NULL, name text NOT NULL, kind text NOT NULL, min_party int NOT NULL, max_party int NOT NULL);
CREATE TABLE slots (
	id bigint PRIMARY KEY, venue_id bigint NOT NULL, resource_id bigint NOT NULL, starts_at timestamptz NOT NULL, ends_at timestamptz NOT NULL,
	capacity bigint NOT NULL, taken bigint NOT NULL DEFAULT 0, version bigint NOT NULL DEFAULT 1, CHECK (taken BETWEEN 0 AND capacity)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX ON slots (resource_id, starts_at);
CREATE INDEX ON slots (venue_id, starts_at);
CREATE TABLE customers (id bigint PRIMARY KEY, name text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE reservations (
	id bigint PRIMARY KEY, venue_id bigint NOT NULL, customer_id bigint NOT NULL, slot_id bigint NOT NULL, party_size int NOT NULL,
	status text NOT NULL DEFAULT 'HELD', version bigint NOT NULL DEFAULT 1, expires_at timestamptz, starts_at timestamptz NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON reservations (venue_id, starts_at, id);
CREATE INDEX ON reservations (customer_id) WHERE status IN ('HELD', 'CONFIRMED', 'CHECKED_IN');
CREATE INDEX ON reservations (expires_at) WHERE status = 'HELD';
CREATE TABLE allocations (
	id bigint PRIMARY KEY, reservation_id bigint NOT NULL, slot_id bigint NOT NULL, units bigint NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(), released_at timestamptz
);
CREATE INDEX ON allocations (slot_id) WHERE released_at IS NULL;
CREATE INDEX ON allocations (reservation_id);
CREATE TABLE waitlist_entries (
	id bigint PRIMARY KEY, venue_id bigint NOT NULL, status text NOT NULL, version bigint NOT NULL DEFAULT 1, party_size int NOT NULL,
	from_at timestamptz NOT NULL, to_at timestamptz NOT NULL, joined_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON waitlist_entries (venue_id, joined_at) WHERE status = 'WAITING';
CREATE TABLE offers (
	id bigint PRIMARY KEY, entry_id bigint NOT NULL, reservation_id bigint NOT NULL, status text NOT NULL DEFAULT 'OFFERED',
	version bigint NOT NULL DEFAULT 1, expires_at timestamptz NOT NULL, decided_at timestamptz
);
CREATE INDEX ON offers (expires_at) WHERE status = 'OFFERED';
CREATE TABLE events (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, venue_id bigint NOT NULL, position bigint, kind text NOT NULL, entity_id bigint NOT NULL,
	data text NOT NULL, occurred_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON events (venue_id, position);
CREATE TABLE audit_entries (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), actor text NOT NULL, operation text NOT NULL, subject bigint NOT NULL
);
CREATE TABLE commands (
	principal_id bigint NOT NULL, key_digest bigint NOT NULL, operation text NOT NULL, input_digest text NOT NULL, outcome text, refs bigint,
	created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (principal_id, key_digest)
);

INSERT INTO venues (id) VALUES (1);
INSERT INTO policies VALUES (1, 1, '{"holdTtl": "PT5M"}');
INSERT INTO resources SELECT n, 1, 'Place ' || n, 'EXCLUSIVE', 1, 4 FROM generate_series(0, 5) n;
INSERT INTO slots (id, venue_id, resource_id, starts_at, ends_at, capacity)
SELECT n, 1, n % 5, now() + interval '1 day' + n / 5 * interval '5 minutes', now() + interval '1 day' + (n / 5 + 1) * interval '5 minutes', 1000000000
FROM generate_series(1, 20000) n;
INSERT INTO slots (id, venue_id, resource_id, starts_at, ends_at, capacity) VALUES (0, 1, 5, now() + interval '1 day', now() + interval '2 days', 1000000000);
INSERT INTO waitlist_entries (id, venue_id, status, party_size, from_at, to_at)
SELECT n, 1, 'OFFERED', 2, now() + interval '1 day', now() + interval '2 days' FROM generate_series(1, 20000) n;
INSERT INTO reservations (id, venue_id, customer_id, slot_id, party_size, expires_at, starts_at)
SELECT n, 1, n, n, 2, now() + interval '15 minutes', now() + interval '1 day' FROM generate_series(1, 20000) n;
INSERT INTO offers (id, entry_id, reservation_id, expires_at) SELECT n, n, n, now() + interval '15 minutes' FROM generate_series(1, 20000) n;
ANALYZE;
