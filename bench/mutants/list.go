package main

// mutant is one thing that is broken, and the tests that must notice.
type mutant struct {
	name  string
	edits []edit
	in    string // the package whose tests run
	run   string // which of them
}

// edit replaces a text that stands exactly once in a file.
type edit struct{ file, old, new string }

// mutants are the faults that reservation systems are known for. The first twelve were named before the program was written.
var mutants = []mutant{
	{
		"the version that was read is not compared",
		[]edit{{"internal/reservation/command.go", `if expectedVersion != 0 && expectedVersion != r.Version {`, `if false {`}},
		"internal/reservation", "TestEveryPairOfStateAndCommand|TestOrderOfRefusals|TestRules",
	},
	{
		"a second winner completes an intent",
		[]edit{{"migrations/20261129212959_intent_walls.sql", `x_written_once('completed_by', 'hold_id',`, `x_written_once('hold_id',`}},
		"internal/store", "TestOneWinner",
	},
	{
		"a worker that was taken for dead is not fenced off",
		[]edit{
			{"internal/store/applyintents.go", `entattempt.Version(before.Version), entattempt.Epoch(before.Epoch)).`, `entattempt.Version(before.Version)).`},
			{"migrations/20261129212959_intent_walls.sql", `CREATE TRIGGER x_fence BEFORE UPDATE ON attempts FOR EACH ROW EXECUTE FUNCTION x_fence();`, ``},
		},
		"internal/store", "TestOneWinner",
	},
	{
		"the slot is read without a lock",
		[]edit{{"internal/store/locks.go", "\nFOR NO KEY UPDATE OF s`", "`"}},
		"internal/store", "TestLocks",
	},
	{
		"the note of freed capacity is lost",
		[]edit{{"internal/store/apply.go", `{"vacancies", t.applyVacancies}, `, ``}},
		"internal/booking", "TestStatements|TestQueueOfARoom",
	},
	{
		"the next offer is made while a lapsed hold still has the place",
		[]edit{{"internal/booking/promote.go", `	if over := lapsedAround(standing); over != nil {`, `	if over := lapsedAround(standing); false {`},
			{"internal/booking/promote.go", `	if len(g.lapsed) > 0 {`, `	if false {`}},
		"internal/booking", "TestDraining",
	},
	{
		"a time-out counts as failed",
		[]edit{{"internal/provider/exchange.go", `return reply{}, &trouble{detail: silence(err, "The connection to the provider broke before an answer came.")}`, `return reply{}, &trouble{detail: silence(err, ""), nothingSent: true}`}},
		"internal/provider", "TestDeadline|TestNothingSent",
	},
	{
		"expiry is decided by the clock of this machine",
		[]edit{{"internal/store/lookups.go", "	err = t.sql.QueryRowContext(ctx, `SELECT clock_timestamp()`).Scan(&now)\n	return now.UTC(), err", "	return time.Now().UTC(), nil"}},
		"internal/booking", "TestTheMillisecondBeforeAndAfter",
	},
	{
		"a key is everybody's",
		[]edit{{"internal/store/ledger.go", `entcommand.TenantID(t.tenant), entcommand.PrincipalID(owner), entcommand.KeyDigest`, `entcommand.TenantID(t.tenant), entcommand.KeyDigest`}},
		"internal/booking", "TestKeys",
	},
	{
		"the digest is taken over bytes and not over what they mean",
		[]edit{{"internal/command/digest.go", `norm.NFC.Bytes(written)...`, `append(written, norm.NFC.Bytes(nil)...)...`}},
		"internal/command", "TestInputDigest",
	},
	{
		"a note is done with before it had its effect",
		[]edit{{"internal/booking/drain.go", `!(place.Policy.Rules.AutoPromote && place.Switches.Offers)`, `!(place.Policy.Rules.AutoPromote || true)`},
			{"internal/store/locks.go", "AND p.status = 'ACTIVE' AND (p.rules ->> 'autoPromote')::boolean\nJOIN venues w ON w.tenant_id = v.tenant_id AND w.id = v.venue_id AND w.offers_on", "AND p.status = 'ACTIVE'\nJOIN venues w ON w.tenant_id = v.tenant_id AND w.id = v.venue_id"}},
		"internal/booking", "TestSwitches|TestPromise|TestActivatePolicy|TestPolicy",
	},
	{
		"a tenant reads another's slots",
		[]edit{{"migrations/20261129180100_walls.sql", `CREATE POLICY x_tenant ON slots TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)`, `CREATE POLICY x_tenant ON slots TO slotq_app USING (true)`}},
		"internal/store", "TestTenancy",
	},
	{
		"capacity has no wall",
		[]edit{{"migrations/20261129180100_walls.sql", `CHECK (taken >= 0 AND taken <= capacity)`, `CHECK (taken >= 0)`}},
		"internal/store", "TestWalls",
	},
	{
		"two bookings keep one table at one time",
		[]edit{{"migrations/20261130003437_calendar_walls.sql", `ALTER TABLE occupancies ADD CONSTRAINT x_occupancies_overlap EXCLUDE USING gist (tenant_id WITH =, resource_id WITH =, tstzrange(from_at, until_at) WITH &&);`, ``}},
		"internal/store", "TestTimeWalls",
	},
	{
		"a hold lives on at its deadline",
		[]edit{{"internal/reservation/reservation.go", `r.ExpiresAt != nil && !now.Before(*r.ExpiresAt)`, `r.ExpiresAt != nil && now.After(*r.ExpiresAt)`}},
		"internal/reservation", ".",
	},
	{
		"an offer lives on at its deadline",
		[]edit{{"internal/waitlist/offer.go", `o.IntentID == nil && !now.Before(o.ExpiresAt)`, `o.IntentID == nil && now.After(o.ExpiresAt)`}},
		"internal/waitlist", "TestAnOffersDeadlineIsExclusive",
	},
	{
		"a repeated command is done again",
		[]edit{{"internal/booking/ledger.go", "	if record != nil {\n		return e.replay(*record), false, nil", "	if record != nil && e.input == (command.Digest{}) {\n		return e.replay(*record), false, nil"}},
		"internal/booking", "TestKeys|TestTwoIdenticalCallsAtOnce",
	},
	{
		"an approval is carried out with other arguments than were approved",
		[]edit{{"internal/store/approvals.go", ` AND version = $3 AND args_digest = $4 AND expires_at > clock_timestamp()`, ` AND version = $3 AND ($4::bytea IS NOT NULL) AND expires_at > clock_timestamp()`}},
		"internal/booking", "TestTheWriteAsksAgain|TestNotWhatWasApproved",
	},
	{
		"an agent approves what it has prepared",
		[]edit{{"internal/approval/decide.go", `return by.Role != actor.Agent && a.Visible(by)`, `return a.Visible(by)`}},
		"internal/approval", ".",
	},
	{
		"a stream goes on one event too late",
		[]edit{{"internal/feed/subscribe.go", `if s.position, err = decodeCursor(a.TenantID, t.Venue, *after); err != nil {
			return nil, err
		}`, `if s.position, err = decodeCursor(a.TenantID, t.Venue, *after); err != nil {
			return nil, err
		}
		s.position++`}},
		"internal/feed", "TestResume",
	},
	{
		"who comes back is shown what was read before",
		[]edit{{"graph/group.go", `if s := those[position]; s != nil && (s.number > joined || !s.done) {`, `if s := those[position]; s != nil {`}, {"graph/group.go", `		if s.number > joined {`, `		if s.number >= 0 {`}},
		"graph", "TestSharedExecution|TestGroup",
	},
	{
		"notes are dropped although somebody waits",
		[]edit{{"internal/store/applyqueue.go", "    AND NOT EXISTS (SELECT FROM waitlist_entries e WHERE e.tenant_id = $1 AND e.venue_id = v.venue_id AND e.status = 'WAITING')\n", ""}},
		"internal/booking", "TestDraining",
	},
	{
		"a statement is prepared where another's could go by its name",
		[]edit{{"internal/postgres/direct.go", `return ok && port == int64(from.Port)`, `return ok && port > 0 && from.Port > 0`}},
		"internal/postgres", "TestPreparedStatements",
	},
	{
		"more may arrive at once than the house can seat",
		[]edit{{"internal/policy/pacing.go", `func (r Rules) MayArrive(party, parties, covers int) bool {`, `func (r Rules) MayArrive(party, parties, covers int) bool {
	parties = 0`}},
		"internal/policy", "TestMayArrive",
	},
	{
		"commands of a group are decided by what stood before the others of it",
		[]edit{{"internal/booking/group.go", `if m.err == nil && g.written.touches(m.read) {`, `if false {`}},
		"internal/booking", "TestGroup$",
	},
	{
		"the number behind a slot's counter can be changed by hand",
		[]edit{{"migrations/20261130145500_counter_wall_by_numbers.sql", `  ELSIF pg_trigger_depth() < 2 THEN`, `  ELSIF false THEN`}},
		"internal/store", "TestWalls",
	},
	{
		"a group passes by who waits again since one of it was decided",
		[]edit{{"internal/booking/written.go", `(w.waits && f.kind == queueOf)`, `false`}},
		"internal/booking", "TestGroup$",
	},
	{
		"a transaction runs though nobody said as whom",
		[]edit{{"internal/postgres/transaction.go", `if !in.passed {`, `if false {`}},
		"internal/postgres", "TestEntrance",
	},
	{
		"a plan that was made while a table was young reads it whole ever after",
		[]edit{{"internal/postgres/scope.go", `SET LOCAL enable_seqscan = off; `, ``}},
		"internal/store", "TestYoungTables",
	},
	{
		"who keeps a resource beyond the end of a stretch is overlooked",
		[]edit{{"internal/store/surroundings.go", `AND last.from_at < w.until_at`, `AND false`}},
		"internal/booking", "TestOverlapping",
	},
	{
		"what was numbered can be numbered anew",
		[]edit{{"migrations/20261130232000_walls_that_cost_less.sql", `WHEN (OLD.position IS NOT NULL AND NEW.position IS DISTINCT FROM OLD.position)`, `WHEN (false)`}},
		"internal/store", "TestWrittenOnce",
	},
	{
		"of places that are taken together only one keeps its time",
		[]edit{{"migrations/20261130232000_walls_that_cost_less.sql", `ORDER BY leaf, a.occupies_from;`, `ORDER BY leaf, a.occupies_from LIMIT 1;`}},
		"internal/booking", "TestAllOrNone",
	},
	{
		"a row may be of a tenant that is not there",
		[]edit{{"migrations/20261129180100_walls.sql", `ALTER TABLE events ADD CONSTRAINT x_events_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);`, ``}},
		"internal/store", "TestEveryRowIsOfATenant",
	},
}
