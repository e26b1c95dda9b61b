package invariant

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

// damage breaks one promise and returns the id that the finding has to name; the zero id where there is none.
type damage func(s *scene) uuid.UUID

// by is damage done by statements about one row, whose id stands for every $id.
func by(id func(s *scene) uuid.UUID, statements ...string) damage {
	return func(s *scene) uuid.UUID {
		row := id(s)
		filled := make([]string, len(statements))
		for i, statement := range statements {
			filled[i] = strings.ReplaceAll(statement, "$id", row.String())
		}
		s.plant(filled...)
		return row
	}
}

// unnamed is such damage where the finding names another row than the one that it starts from.
func unnamed(id func(s *scene) uuid.UUID, statements ...string) damage {
	return func(s *scene) uuid.UUID {
		by(id, statements...)(s)
		return uuid.Nil
	}
}

// naming is damage whose finding names another row than the one that it starts from.
func (d damage) naming(row func(s *scene) uuid.UUID) damage {
	return func(s *scene) uuid.UUID {
		d(s)
		return row(s)
	}
}

func tableOf(s *scene) uuid.UUID  { return s.tableOf(s.taken) }
func taken(s *scene) uuid.UUID    { return s.taken }
func pooled(s *scene) uuid.UUID   { return s.pooled }
func booked(s *scene) uuid.UUID   { return s.booked }
func open(s *scene) uuid.UUID     { return s.open }
func hold(s *scene) uuid.UUID     { return s.hold }
func wish(s *scene) uuid.UUID     { return s.wish }
func waiting(s *scene) uuid.UUID  { return s.waiting }
func accepted(s *scene) uuid.UUID { return s.accepted }
func declined(s *scene) uuid.UUID { return s.declined }
func venue(s *scene) uuid.UUID    { return s.Venue }
func nobody(*scene) uuid.UUID     { return uuid.Nil }

// damages of a tenant's rows, by the invariant that has to find them.
var damages = map[string]map[string]damage{
	"slot-counter": {
		"a counter that says more":     by(pooled, `UPDATE slots SET taken = taken + 1 WHERE id = '$id'`),
		"a counter that says less":     by(taken, `UPDATE slots SET taken = 0 WHERE id = '$id'`),
		"capacity below what is given": by(pooled, `ALTER TABLE slots DROP CONSTRAINT x_slots_capacity`, `UPDATE slots SET capacity = 1 WHERE id = '$id'`),
	},
	"slot-confirmed": {
		"more confirmed than there is": by(pooled, `UPDATE allocations SET units = 9 WHERE slot_id = '$id'`),
	},
	"exclusive-parties": {
		"two parties at one table": by(booked, `INSERT INTO allocations (id, tenant_id, reservation_id, slot_id, units, created_at)
			SELECT gen_random_uuid(), tenant_id, (SELECT reservation_id FROM allocations p JOIN slots s ON s.id = p.slot_id WHERE s.capacity = 4), slot_id, 1, now()
			FROM allocations WHERE reservation_id = '$id'`),
		"two slots of one table at one time": by(booked, `ALTER TABLE occupancies DROP CONSTRAINT x_occupancies_overlap`,
			`UPDATE occupancies SET resource_id = mine.resource_id, from_at = mine.until_at - interval '1 microsecond', until_at = mine.until_at + interval '1 minute'
			 FROM occupancies mine WHERE mine.reservation_id = '$id' AND occupancies.reservation_id <> '$id'`),
	},
	"occupied-time": {
		"a party that keeps nothing":           unnamed(booked, `DELETE FROM occupancies WHERE reservation_id = '$id'`),
		"one that keeps it a moment too short": by(taken, `UPDATE occupancies SET until_at = until_at - interval '1 microsecond' WHERE slot_id = '$id'`),
		"one that has gone and keeps it":       by(taken, `UPDATE allocations SET released_at = now() WHERE slot_id = '$id'`),
		"one that keeps another table":         by(taken, `UPDATE occupancies SET resource_id = gen_random_uuid() WHERE slot_id = '$id'`),
		"half of what is joined":               by(taken, `UPDATE resources SET combines = ARRAY[id, gen_random_uuid()] WHERE id = (SELECT resource_id FROM slots WHERE id = '$id')`),
	},
	"occupied-slot": {
		"an allocation that keeps too little": by(taken, `UPDATE allocations SET occupies_until = occupies_until - interval '1 minute' WHERE slot_id = '$id'`),
	},
	"slot-retired": {
		"a slot that somebody has": by(taken, `ALTER TABLE slots DROP CONSTRAINT x_slots_state`, `UPDATE slots SET state = 'RETIRED' WHERE id = '$id'`),
	},
	"slot-kind": {
		"a table's slot that thinks it's a room's": by(taken, `UPDATE slots SET kind = 'POOLED' WHERE id = '$id'`),
	},
	"pooled-slots": {
		"places counted twice": by(pooled, `ALTER TABLE slots DROP CONSTRAINT x_slots_overlap`,
			`INSERT INTO slots SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'taken', 0, 'allocated', 0, 'starts_at', s.ends_at - interval '1 microsecond', 'ends_at', s.ends_at + interval '1 hour'))).* FROM slots s WHERE id = '$id'`),
	},
	"resource-joins": {
		"one table":                by(nobody, `UPDATE resources SET combines = ARRAY[id] WHERE id = (SELECT resource_id FROM slots WHERE capacity = 1 LIMIT 1)`),
		"a room":                   by(nobody, `UPDATE resources SET combines = (SELECT array_agg(id) FROM resources) WHERE id = (SELECT resource_id FROM slots WHERE capacity = 1 LIMIT 1)`),
		"tables that there aren't": by(nobody, `UPDATE resources SET combines = ARRAY[gen_random_uuid(), gen_random_uuid()] WHERE id = (SELECT resource_id FROM slots WHERE capacity = 1 LIMIT 1)`),
	},
	"resource-shared": {
		"a table whose slots overlap": by(taken, `INSERT INTO slots SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'taken', 0, 'allocated', 0, 'starts_at', s.ends_at - interval '1 microsecond', 'ends_at', s.ends_at + interval '1 hour'))).* FROM slots s WHERE id = '$id'`).naming(tableOf),
		"a table that is joined":      by(taken, `INSERT INTO resources SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'combines', ARRAY[r.id]))).* FROM resources r JOIN slots s ON s.resource_id = r.id WHERE s.id = '$id'`).naming(tableOf),
	},
	"venue-laid-out": {
		"slots by rules that there aren't": by(venue, `ALTER TABLE venues DROP CONSTRAINT x_venues_opening`, `UPDATE venues SET laid_out_number = opening_number + 1 WHERE id = '$id'`),
	},
	"venue-pauses": {
		"a pause that the venue doesn't know": by(venue, `INSERT INTO pauses (id, tenant_id, venue_id, from_at, until_at, reason, created_at) SELECT gen_random_uuid(), tenant_id, id, now(), now() + interval '1 day', 'works', now() FROM venues WHERE id = '$id'`),
		"one that there isn't":                by(venue, `UPDATE venues SET pauses_until = now() WHERE id = '$id'`),
	},
	"reservation-allocations": {
		"a confirmed reservation without units": by(booked, `UPDATE allocations SET released_at = now() WHERE reservation_id = '$id'`),
		"an ended one that keeps them":          by(booked, `UPDATE reservations SET status = 'CANCELLED' WHERE id = '$id'`),
	},
	"slot-awaited": {
		"a slot nobody waits for any more": by(nobody, `UPDATE slots SET awaited = 1 WHERE id = (SELECT id FROM slots WHERE awaited = 0 LIMIT 1)`),
		"a slot that forgot who waits":     by(nobody, `UPDATE slots SET awaited = 0 WHERE awaited = 1`),
	},
	"resource-tied": {
		"a resource that thinks it's its own":   by(nobody, `UPDATE resources SET tied = false WHERE id = (SELECT id FROM resources WHERE tied LIMIT 1)`),
		"a resource that thinks it's another's": by(nobody, `UPDATE resources SET tied = true WHERE id = (SELECT id FROM resources WHERE NOT tied LIMIT 1)`),
	},
	"active-policy": {
		"two active versions": by(venue, `DROP INDEX policyversion_tenant_id_venue_id`,
			`INSERT INTO policy_versions (id, tenant_id, venue_id, number, status, rules, digest, activated_at, created_at)
			 SELECT gen_random_uuid(), tenant_id, venue_id, 99, 'ACTIVE', rules, digest, activated_at, created_at FROM policy_versions WHERE venue_id = '$id' LIMIT 1`),
		"none any more": by(venue, `UPDATE policy_versions SET status = 'RETIRED' WHERE venue_id = '$id'`),
	},
	"command-key": {
		"two commands of one key": by(nobody, `DROP INDEX command_tenant_id_principal_id_key_digest`,
			`INSERT INTO commands SELECT (c).* FROM (SELECT jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid())) AS c FROM commands c LIMIT 1) AS copy`),
	},
	"command-audit": {
		"a command without an audit entry": by(nobody, `DELETE FROM audit_entries WHERE id = (SELECT max(id) FROM audit_entries WHERE operation = 'confirmReservation')`),
	},
	"offer-per-entry": {
		"two open offers to one entry": by(wish, `DROP INDEX offer_tenant_id_entry_id`, `UPDATE offers SET status = 'OFFERED', entry_id = '$id' WHERE status = 'DECLINED'`),
	},
	"offer-per-hold": {
		"two open offers of one hold": by(hold, `DROP INDEX offer_tenant_id_reservation_id`, `UPDATE offers SET status = 'OFFERED', reservation_id = '$id' WHERE status = 'DECLINED'`),
	},
	"offer-backed": {
		"a hold that ends sooner":        by(open, `UPDATE reservations SET expires_at = expires_at - interval '1 second' WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
		"a hold that is over":            by(open, `UPDATE reservations SET status = 'EXPIRED' WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
		"a hold that is anybody's":       by(open, `UPDATE reservations SET promotional = false WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
		"a hold of somebody else":        by(open, `UPDATE reservations SET customer_id = (SELECT customer_id FROM offers WHERE status = 'ACCEPTED') WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
		"no hold":                        by(open, `DELETE FROM reservations WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
		"an entry that waits":            by(open, `UPDATE waitlist_entries SET status = 'WAITING' WHERE offer_id = '$id'`),
		"an entry with another deadline": by(open, `UPDATE waitlist_entries SET offer_expires_at = offer_expires_at + interval '1 second' WHERE offer_id = '$id'`),
	},
	"offer-accepted": {
		"a reservation that is only held": by(accepted, `UPDATE reservations SET status = 'HELD' WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
		"an entry that waits":             by(accepted, `UPDATE waitlist_entries SET status = 'WAITING' WHERE offer_id = '$id'`),
	},
	"offer-closed": {
		"a hold that lives on": by(declined, `UPDATE reservations SET status = 'CONFIRMED' WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
	},
	"offer-selection": {
		"no selection":                      by(open, `DELETE FROM selections WHERE id = (SELECT selection_id FROM offers WHERE id = '$id')`),
		"a selection of somebody else":      by(open, `UPDATE selections SET entry_id = (SELECT entry_id FROM offers WHERE status = 'ACCEPTED'), slot_id = gen_random_uuid() WHERE id = (SELECT selection_id FROM offers WHERE id = '$id')`),
		"a selection by rules that changed": by(open, `UPDATE selections SET policy_digest = 'x' WHERE id = (SELECT selection_id FROM offers WHERE id = '$id')`),
	},
	"hold-offered": {
		"a promotional hold without an offer": by(hold, `UPDATE offers SET status = 'EXPIRED', decided_at = now() WHERE reservation_id = '$id'`),
	},
	"entry-offered": {
		"an entry whose offer is over":   by(wish, `UPDATE offers SET status = 'EXPIRED', decided_at = now() WHERE entry_id = '$id'`),
		"an entry that waits with one":   by(wish, `UPDATE waitlist_entries SET status = 'WAITING' WHERE id = '$id'`),
		"an entry that points elsewhere": by(wish, `UPDATE waitlist_entries SET offer_id = (SELECT id FROM offers WHERE status = 'DECLINED') WHERE id = '$id'`),
	},
	"event-per-version": {
		"a change that was not told": by(booked, `UPDATE reservations SET version = version + 1 WHERE id = '$id'`),
		"a birth that was not told":  by(waiting, `DELETE FROM events WHERE entity_id = '$id' AND entity_version = 1`),
		"an entity never spoken of":  by(accepted, `DELETE FROM events WHERE entity_id = '$id'`),
		"a slot's change not told":   by(taken, `UPDATE slots SET version = version + 1 WHERE id = '$id'`),
		"a version told twice": by(booked, `DROP INDEX event_tenant_id_entity_id_entity_version`,
			`INSERT INTO events (tenant_id, venue_id, kind, entity, entity_id, entity_version, data, occurred_at)
			 SELECT tenant_id, venue_id, kind, entity, entity_id, entity_version, data, occurred_at FROM events WHERE entity_id = '$id' AND entity_version = 2`),
	},
	"event-entity": {
		"an event about nothing":             unnamed(venue, `INSERT INTO events (tenant_id, venue_id, kind, entity, entity_id, entity_version, data, occurred_at) SELECT tenant_id, id, 'offer.made', 'of', gen_random_uuid(), 1, '{}', now() FROM venues WHERE id = '$id'`),
		"an event of a row that was deleted": by(booked, `DELETE FROM reservations WHERE id = '$id'`),
	},
	"event-positions": {
		"a gap":                   by(venue, `DELETE FROM events WHERE venue_id = '$id' AND position = 5`),
		"a position given twice":  by(venue, `DROP INDEX event_tenant_id_venue_id_position`, `UPDATE events SET position = 5 WHERE venue_id = '$id' AND position = 4`),
		"a head that is too far":  by(venue, `UPDATE event_logs SET last_position = last_position + 1 WHERE venue_id = '$id'`),
		"a log without a head":    by(venue, `DELETE FROM event_logs WHERE venue_id = '$id'`),
		"a front that is missing": by(venue, `DELETE FROM events WHERE venue_id = '$id' AND position <= 2`),
	},
	"event-order": {
		"versions the wrong way round": by(booked, `DROP INDEX event_tenant_id_venue_id_position`,
			`UPDATE events SET position = other.position FROM events other
			 WHERE events.entity_id = '$id' AND other.entity_id = events.entity_id AND other.entity_version = 3 - events.entity_version`),
		"a later one numbered before an earlier": by(booked, `UPDATE events SET position = NULL WHERE entity_id = '$id' AND entity_version = 1`),
	},
	"waiting-forgotten": {
		"a slot that was freed and not noted": func(s *scene) uuid.UUID {
			slot, _ := s.freed(s.Guest("Forgotten"))
			s.plant(`DELETE FROM vacancies`)
			return slot
		},
	},
	"audit-chain": {
		"an entry that was changed": by(nobody, `UPDATE audit_entries SET outcome = 'REJECTED' WHERE sequence = 2`),
		"an entry that is gone":     by(nobody, `DELETE FROM audit_entries WHERE sequence = 2`),
	},
	"references": {
		"an allocation of no slot": unnamed(booked, `UPDATE allocations SET slot_id = gen_random_uuid() WHERE reservation_id = '$id'`),
		"a reservation at another tenant's venue": func(s *scene) uuid.UUID {
			other := housetest.In(s.t, s.DB)
			s.plant(fmt.Sprintf(`UPDATE reservations SET venue_id = '%s' WHERE id = '%s'`, other.Venue, s.booked))
			return s.booked
		},
	},
}

// everyDamage is all of them.
func everyDamage() map[string]map[string]damage {
	every := map[string]map[string]damage{}
	for _, some := range []map[string]map[string]damage{damages, intentDamages, upstreamDamages} {
		for name, ways := range some {
			if every[name] == nil {
				every[name] = map[string]damage{}
			}
			maps.Copy(every[name], ways)
		}
	}
	return every
}

// TestPlanted does each damage in a transaction, looks from inside it as the application would, and undoes it.
func TestPlanted(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	admin := pgtest.Admin(t, s.DB)
	for name, ways := range everyDamage() {
		for way, do := range ways {
			t.Run(name+" finds "+way, func(t *testing.T) {
				tx, err := admin.Begin()
				require.NoError(t, err)
				defer func() { _ = tx.Rollback() }()
				s.t, s.damaged = t, tx
				id := do(s)
				violations := inside(t, tx, s.Tenant, name)
				require.NotEmpty(t, violations)
				for _, v := range violations {
					require.Equal(t, s.Tenant, v.Tenant)
				}
				require.True(t, id == uuid.Nil || slices.ContainsFunc(violations, func(v Violation) bool {
					return strings.Contains(v.Detail, id.String())
				}), "%v does not name %s", violations, id)
			})
		}
	}
	s.t, s.damaged = t, nil
	require.Empty(t, s.quiet().Violations, "all damage is undone")
}

// inside is what one invariant finds from inside a transaction, in the tenant's scope.
func inside(t testing.TB, tx *sql.Tx, tenant uuid.UUID, name string) []Violation {
	t.Helper()
	return insideAfter(t, tx, tenant, name, 0)
}

// insideAfter is inside for what must have stood for so long.
func insideAfter(t testing.TB, tx *sql.Tx, tenant uuid.UUID, name string, settle time.Duration) []Violation {
	t.Helper()
	keys, err := links(ctx, tx)
	require.NoError(t, err)
	_, err = tx.Exec(`SELECT set_config('role', $1, true), set_config('app.tenant', $2, true)`, postgres.AppRole, tenant.String())
	require.NoError(t, err)
	here := func(ctx context.Context, look func(context.Context, *sql.Tx) error) error { return look(ctx, tx) }
	one := slices.DeleteFunc(looks(terms{settle: settle}, keys), func(l look) bool { return l.name != name })
	violations, err := ofTenant(ctx, tenant, here, one)
	require.NoError(t, err)
	return violations
}

func TestEveryInvariantIsPlanted(t *testing.T) {
	t.Parallel()
	planted := slices.Collect(maps.Keys(everyDamage()))
	planted = append(planted, slices.Collect(maps.Keys(breaches))...)
	require.ElementsMatch(t, names(), planted)
}

// TestVerify: what is broken for good is in the report, with the tenant whose it is.
func TestVerify(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	housetest.In(t, s.DB)
	s.plant(`UPDATE slots SET taken = 0 WHERE id = '`+s.taken.String()+`'`, `ALTER TABLE offers DISABLE TRIGGER x_guard_transition`)
	report, err := Verify(ctx, s.DB)
	require.NoError(t, err)
	require.Equal(t, 2, report.Tenants)
	require.Equal(t, names(), report.Checked)
	require.Len(t, of(report.Violations, "slot-counter"), 1)
	require.Contains(t, of(report.Violations, "slot-counter")[0].String(), "slot-counter: tenant "+s.Tenant.String())
	require.Contains(t, of(report.Violations, "walls-stand")[0].String(), "walls-stand: trigger offers.x_guard_transition")
}

// TestForgottenTakesTime: on a live database, what has just changed is given time to be looked at.
func TestForgottenTakesTime(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	slot, entry := s.freed(s.Guest("Forgotten"))
	s.plant(`DELETE FROM vacancies`)
	live := func() []Violation {
		report, err := Verify(ctx, s.DB)
		require.NoError(t, err)
		return of(report.Violations, "waiting-forgotten")
	}
	require.Empty(t, live())
	s.plant(`UPDATE events SET occurred_at = occurred_at - interval '1 minute'`,
		`UPDATE waitlist_entries SET joined_at = joined_at - interval '1 minute', updated_at = updated_at - interval '1 minute'`)
	require.Empty(t, live(), "the policy is young")
	s.plant(`UPDATE policy_versions SET activated_at = activated_at - interval '1 minute'`)
	require.Len(t, live(), 1)
	require.Contains(t, live()[0].Detail, entry.String())
	require.Contains(t, live()[0].Detail, slot.String())
}
