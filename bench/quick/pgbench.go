package main

import (
	"context"
	_ "embed" // of the scripts
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/slotq/slotq/internal/postgres"
)

// pgbenchOptions say how pgbench plays its part.
type pgbenchOptions struct {
	protocol string
	whole    bool
}

// pgbench is pgbench on a database of its own in the house's cluster.
type pgbench struct {
	pgbenchOptions
	bench      *bench
	program    string
	connecting used
}

// Deeds are what pgbench does: files that it reads.
const (
	deedHold  = "hold.sql"
	deedHot   = "hot.sql"
	deedOffer = "offer.sql"
	deedStory = "story.sql"
	// deedNothing is for connecting alone.
	deedNothing = "nothing.sql"
)

const pgbenchDatabase = "beside"

var (
	//go:embed sql/tables.sql
	tablesSQL string
	//go:embed sql/hold.sql
	holdSQL string
	//go:embed sql/wholehold.sql
	wholeHoldSQL string
	//go:embed sql/confirm.sql
	confirmSQL string
	//go:embed sql/offer.sql
	offerSQL string
)

// openPgbench makes pgbench's database and scripts.
func (b *bench) openPgbench(ctx context.Context, o pgbenchOptions) error {
	program, err := postgres.Program(ctx, "pgbench")
	if err != nil {
		return err
	}
	if err := b.house.Make(ctx, pgbenchDatabase, tablesSQL); err != nil {
		return err
	}
	hold := holdSQL
	if o.whole {
		hold = wholeHoldSQL
	}
	for name, script := range map[string]string{
		deedHold:  "\\set slot random(1, :slots)\n" + hold,
		deedHot:   "\\set slot 0\n" + hold,
		deedOffer: offerSQL, deedNothing: "SELECT 1;",
		deedStory: "\\set slot random(1, :slots)\n" + hold + confirmSQL,
	} {
		if err := os.WriteFile(filepath.Join(b.house.Dir(), name), []byte(script), 0o600); err != nil {
			return err
		}
	}
	b.pgbench = &pgbench{pgbenchOptions: o, bench: b, program: program}
	return nil
}

// party is pgbench at a deed.
func (p *pgbench) party(deed string) *party {
	return &party{name: "pgbench", warm: p.connect, round: func(ctx context.Context) (beat, error) {
		one, err := p.run(ctx, deed, p.bench.round)
		one.used = one.used.less(p.connecting)
		return one, err
	}}
}

// connect learns once what it takes of the processors to connect, which is no part of a deed: the others' connections stay open
// from round to round.
func (p *pgbench) connect(ctx context.Context) error {
	if p.connecting != (used{}) {
		return nil
	}
	_, spent, err := p.play(ctx, deedNothing, "--transactions", "1")
	p.connecting = spent
	return err
}

var (
	rateWords    = regexp.MustCompile(`(?m)^tps = ([0-9.]+)`)
	doneWords    = regexp.MustCompile(`(?m)^number of transactions actually processed: ([0-9]+)`)
	failureWords = regexp.MustCompile(`(?m)^number of failed transactions: ([0-9]+)`)
)

// errNoRate says that a round was over before anything was done: pgbench's clock runs while it connects.
var errNoRate = errors.New("it came to no rate; is the machine too busy?")

// run does a deed for a while, over and over. Where that was too short to connect in, it has another second.
func (p *pgbench) run(ctx context.Context, deed string, round time.Duration) (beat, error) {
	const longest = 5 * time.Second
	b, err := p.once(ctx, deed, round)
	for more := time.Second; errors.Is(err, errNoRate) && more < longest; more += time.Second {
		b, err = p.once(ctx, deed, round+more)
	}
	return b, err
}

// once is one round; its rate leaves connecting out.
func (p *pgbench) once(ctx context.Context, deed string, round time.Duration) (b beat, err error) {
	out, spent, err := p.play(ctx, deed, "--time", strconv.Itoa(max(1, int(round.Seconds()))))
	if err != nil {
		return b, err
	}
	if failed := failureWords.FindSubmatch(out); failed != nil && string(failed[1]) != "0" {
		return b, fmt.Errorf("%s transactions failed: %s", failed[1], out)
	}
	rate, done := rateWords.FindSubmatch(out), doneWords.FindSubmatch(out)
	if rate == nil || done == nil {
		return b, fmt.Errorf("%w %s", errNoRate, out)
	}
	b.used = spent
	b.done, _ = strconv.Atoi(string(done[1])) // digits
	b.perSecond, err = strconv.ParseFloat(string(rate[1]), 64)
	return b, err
}

// play runs the program on a deed, for as long as is said.
func (p *pgbench) play(ctx context.Context, deed string, long ...string) (out []byte, spent used, err error) {
	before := p.bench.processors(0)
	args := append([]string{"--no-vacuum", "--protocol", p.protocol, "--define", "slots=" + strconv.Itoa(pgbenchSlots),
		"--client", strconv.Itoa(p.bench.clients), "--jobs", "2", "--file", filepath.Join(p.bench.house.Dir(), deed),
		"--host", "127.0.0.1", "--port", strconv.Itoa(p.bench.house.Port()), "--username", "postgres"}, long...)
	cmd := exec.CommandContext(ctx, p.program, append(args, pgbenchDatabase)...) //nolint:gosec // PostgreSQL's own program
	cmd.Env = append(os.Environ(), "PGPASSWORD="+p.bench.house.Password())
	if out, err = cmd.CombinedOutput(); err != nil {
		return out, spent, fmt.Errorf("%w: %s", err, out)
	}
	return out, used{
		database: p.bench.processors(0).less(before).database,
		client:   cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
	}, nil
}

// pgbenchSlots is how many slots the tables hold besides the hot one.
const pgbenchSlots = 20000
