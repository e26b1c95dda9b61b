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

// peerOptions say how pgbench plays its part.
type peerOptions struct {
	protocol string
	whole    bool
}

// peer is pgbench on a database of its own in the server's cluster.
type peer struct {
	peerOptions
	server  *server
	program string
	clients int
}

// Deeds are what pgbench does: files that it reads.
const (
	deedHold  = "hold.sql"
	deedHot   = "hot.sql"
	deedOffer = "offer.sql"
)

const peerDatabase = "beside"

var (
	//go:embed sql/tables.sql
	tablesSQL string
	//go:embed sql/hold.sql
	holdSQL string
	//go:embed sql/wholehold.sql
	wholeHoldSQL string
	//go:embed sql/offer.sql
	offerSQL string
)

// openPeer makes pgbench's database and scripts.
func openPeer(ctx context.Context, s *server, o peerOptions, l load) (*peer, error) {
	program, err := postgres.Program(ctx, "pgbench")
	if err != nil {
		return nil, err
	}
	p := &peer{peerOptions: o, server: s, program: program, clients: l.clients}
	if err := p.makeTables(ctx); err != nil {
		return nil, err
	}
	hold := holdSQL
	if o.whole {
		hold = wholeHoldSQL
	}
	for name, script := range map[string]string{
		deedHold:  "\\set slot random(1, :slots)\n" + hold,
		deedHot:   "\\set slot 0\n" + hold,
		deedOffer: offerSQL,
	} {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(script), 0o600); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *peer) makeTables(ctx context.Context) error {
	admin, err := p.server.open("postgres")
	if err != nil {
		return err
	}
	defer admin.Close()
	if _, err := admin.ExecContext(ctx, "CREATE DATABASE "+peerDatabase); err != nil {
		return err
	}
	db, err := p.server.open(peerDatabase)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, tablesSQL)
	return err
}

var (
	rateWords    = regexp.MustCompile(`(?m)^tps = ([0-9.]+)`)
	doneWords    = regexp.MustCompile(`(?m)^number of transactions actually processed: ([0-9]+)`)
	failureWords = regexp.MustCompile(`(?m)^number of failed transactions: ([0-9]+)`)
)

// beat is what one round of pgbench came to.
type beat struct {
	perSecond float64 // connecting doesn't count
	done      int
	client    time.Duration // what pgbench itself has used of the processors
}

// errNoRate says that a round was over before anything was done: pgbench's clock runs while it connects.
var errNoRate = errors.New("it came to no rate; is the machine too busy?")

// run does a deed for a while, over and over. Where that was too short to connect in, it has another second.
func (p *peer) run(ctx context.Context, deed string, round time.Duration) (beat, error) {
	const longest = 5 * time.Second
	b, err := p.once(ctx, deed, round)
	for more := time.Second; errors.Is(err, errNoRate) && more < longest; more += time.Second {
		b, err = p.once(ctx, deed, round+more)
	}
	return b, err
}

func (p *peer) once(ctx context.Context, deed string, round time.Duration) (b beat, err error) {
	cmd := exec.CommandContext(ctx, p.program, "--no-vacuum", "--protocol", p.protocol, "--define", "slots="+strconv.Itoa(peerSlots), //nolint:gosec // PostgreSQL's own program
		"--client", strconv.Itoa(p.clients), "--jobs", "2", "--time", strconv.Itoa(max(1, int(round.Seconds()))),
		"--file", filepath.Join(p.server.dir, deed), "--host", "127.0.0.1", "--port", strconv.Itoa(p.server.db.Port), "--username", "postgres", peerDatabase)
	cmd.Env = append(os.Environ(), "PGPASSWORD="+p.server.db.Admin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return b, fmt.Errorf("%w: %s", err, out)
	}
	if failed := failureWords.FindSubmatch(out); failed != nil && string(failed[1]) != "0" {
		return b, fmt.Errorf("%s transactions failed: %s", failed[1], out)
	}
	rate, done := rateWords.FindSubmatch(out), doneWords.FindSubmatch(out)
	if rate == nil || done == nil {
		return b, fmt.Errorf("%w %s", errNoRate, out)
	}
	b.client = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	b.done, _ = strconv.Atoi(string(done[1])) // digits
	b.perSecond, err = strconv.ParseFloat(string(rate[1]), 64)
	return b, err
}

// peerSlots is how many slots the tables hold besides the hot one.
const peerSlots = 20000
