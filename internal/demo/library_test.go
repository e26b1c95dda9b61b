package demo_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/provider"
	"github.com/slotq/slotq/internal/provider/sim"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/worker"
)

// city runs a booking system in this process until the end of the test.
func city(t testing.TB, mode string) (url string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, over := make(chan string, 1), make(chan error, 1)
	go func() {
		over <- sim.Run(ctx, sim.Options{
			Addr: "127.0.0.1:0", Ledger: filepath.Join(t.TempDir(), "ledger.jsonl"), Mode: mode, Settle: time.Second,
			Log: slog.New(slog.DiscardHandler), Ready: func(url string) { ready <- url },
		})
	}()
	t.Cleanup(func() { cancel(); require.NoError(t, <-over) })
	return <-ready
}

type entry struct{ Reference, Target, State string }

// booked is what stands in the city's ledger, without what was tried for a verification.
func booked(t testing.TB, url string) (all []entry) {
	t.Helper()
	response, err := http.Get(url + "/ledger")
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	var ledger []entry
	require.NoError(t, json.NewDecoder(response.Body).Decode(&ledger))
	for _, e := range ledger {
		if strings.HasPrefix(e.Reference, "verify-") {
			require.Equal(t, "CANCELLED", e.State)
		} else if e.State == "BOOKED" {
			all = append(all, e)
		}
	}
	return all
}

// outside is the directory as the worker sees it.
type outside struct{ *provider.Directory }

func (o outside) Of(p intent.Provider) worker.Provider { return o.Directory.Of(p) }

// serving runs the loop of errands until the end of the test.
func (s *stage) serving() *worker.Errands {
	log := slog.New(slog.DiscardHandler)
	directory := provider.NewDirectory(provider.Options{Log: log})
	loop := worker.NewErrands(store.NewAgenda(s.db), s.desk, outside{directory}, 16, log)
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan error, 1)
	go func() { over <- loop.Run(ctx) }()
	s.t.Cleanup(func() { cancel(); require.NoError(s.t, <-over); directory.Close() })
	return loop
}

func TestLibrary(t *testing.T) {
	t.Parallel()
	s := newStage(t, furnished.New(t))
	seeded := s.seed()
	library := tenantOf(t, seeded, "hudson-library").ID
	url := city(t, "ok")
	require.NoError(t, s.TieLibrary(t.Context(), url))
	version := s.count(library, `SELECT version FROM providers WHERE tenant_id = $1`)

	t.Run("the seats have a verified provider, the room and the other tenants have none", func(t *testing.T) {
		require.Equal(t, 1, s.count(library, `SELECT count(*) FROM providers WHERE tenant_id = $1 AND code = 'city-library' AND endpoint = $2 AND verified_until > clock_timestamp() + interval '80 days'`, url))
		require.Equal(t, 1, s.count(library, `SELECT count(*) FROM venue_providers WHERE tenant_id = $1 AND rank = 1 AND resource_kind = 'EXCLUSIVE'`))
		for _, code := range []string{"hanok", "spree-klinik"} {
			require.Zero(t, s.count(tenantOf(t, seeded, code).ID, `SELECT count(*) FROM venue_providers WHERE tenant_id = $1`))
		}
		require.Empty(t, booked(t, url))
	})
	t.Run("simulated customers book at the city's system, and both ledgers say the same", func(t *testing.T) {
		loop := s.serving()
		open := `SELECT count(*) FROM intents WHERE tenant_id = $1 AND status IN ('REQUESTED', 'RESERVING')`
		for range 40 {
			for range 10 {
				s.Act(t.Context())
			}
			loop.Poke()
			_, err := s.desk.CatchUp(t.Context(), library)
			require.NoError(t, err)
			if s.count(library, `SELECT count(DISTINCT kind) FROM intents WHERE tenant_id = $1 AND status = 'SUCCEEDED' AND kind IN ('requestReservation', 'confirmReservation')`) == 2 {
				break
			}
		}
		require.Eventually(t, func() bool { return s.count(library, open) == 0 }, 20*time.Second, 20*time.Millisecond)

		require.Positive(t, s.count(library, `SELECT count(*) FROM intents WHERE tenant_id = $1 AND kind = 'requestReservation' AND status = 'SUCCEEDED'`), "seats are asked for")
		require.Positive(t, s.count(library, `SELECT count(*) FROM intents WHERE tenant_id = $1 AND kind = 'confirmReservation' AND status = 'SUCCEEDED'`), "and held ones confirmed")
		require.Eventually(t, func() bool { // somebody who waited may get a seat in between
			ours := s.count(library, `SELECT count(*) FROM reservations WHERE tenant_id = $1 AND status = 'CONFIRMED' AND upstream_attempt_id IS NOT NULL`)
			return ours > 0 && len(booked(t, url)) == ours
		}, 20*time.Second, 50*time.Millisecond, "the city's ledger says the same as ours")
		s.sound()
	})
	t.Run("a next start registers the new address and verifies it", func(t *testing.T) {
		again := city(t, "ok")
		s.seed()
		require.NoError(t, s.TieLibrary(t.Context(), again))
		require.Equal(t, 1, s.count(library, `SELECT count(*) FROM providers WHERE tenant_id = $1 AND endpoint = $2 AND verified_until > clock_timestamp()`, again))
		require.Greater(t, s.count(library, `SELECT version FROM providers WHERE tenant_id = $1`), version)
		require.Equal(t, 1, s.count(library, `SELECT count(*) FROM venue_providers WHERE tenant_id = $1`))
	})
	t.Run("one that doesn't keep its word is not used, and it is said why", func(t *testing.T) {
		require.ErrorContains(t, s.TieLibrary(t.Context(), city(t, "duplicate")), `provider city-library fails at "book"`)
		require.Zero(t, s.count(library, `SELECT count(*) FROM providers WHERE tenant_id = $1 AND verified_until IS NOT NULL`))
	})
	t.Run("one that isn't there is an error", func(t *testing.T) {
		require.Error(t, s.TieLibrary(t.Context(), "http://127.0.0.1:1"))
	})
}
