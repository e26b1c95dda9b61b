package app_test

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/app"
	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/provider/sim"
)

// simulate runs a booking system in this process until the end of the test.
func simulate(t testing.TB, change ...func(*sim.Options)) (url string) {
	t.Helper()
	ready := make(chan string, 1)
	o := sim.Options{
		Addr: "127.0.0.1:0", Ledger: filepath.Join(t.TempDir(), "ledger.jsonl"), Settle: time.Second,
		Log: slog.New(slog.DiscardHandler), Ready: func(url string) { ready <- url },
	}
	for _, f := range change {
		f(&o)
	}
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan error, 1)
	go func() { over <- sim.Run(ctx, o) }()
	t.Cleanup(func() { cancel(); require.NoError(t, <-over) })
	select {
	case url = <-ready:
		return url
	case err := <-over:
		over <- nil
		t.Fatal(err)
		return ""
	}
}

// operator is somebody at a terminal, with a database in which somebody lives.
type operator struct {
	t testing.TB
	config.OfTenant
	*housetest.House
}

func newOperator(t testing.TB) *operator {
	t.Helper()
	url := pgtest.NewURL(t)
	db, err := postgres.Open(url, postgres.PoolOptions{MaxOpen: 3})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	h := housetest.In(t, db)
	return &operator{t: t, House: h, OfTenant: config.OfTenant{Database: config.Database{URL: url, Pool: 4}, Tenant: h.Tenant.String()[:8]}}
}

func (o *operator) add(name, url, variable string) (string, error) {
	var out bytes.Buffer
	err := app.AddProvider(context.Background(), config.ProviderAdd{OfTenant: o.OfTenant, Name: name, URL: url, TokenEnv: variable}, &out)
	return out.String(), err
}

func (o *operator) verify(name string) (string, error) {
	var out bytes.Buffer
	err := app.VerifyProvider(context.Background(), config.ProviderVerify{OfTenant: o.OfTenant, Name: name, ValidFor: 2160 * time.Hour}, &out)
	return out.String(), err
}

func (o *operator) tie(name, venue, only string) (string, error) {
	var out bytes.Buffer
	err := app.TieProvider(context.Background(), config.ProviderTie{OfTenant: o.OfTenant, Name: name, Venue: venue, Rank: 1, Only: only}, &out)
	return out.String(), err
}

func (o *operator) list() string {
	var out bytes.Buffer
	require.NoError(o.t, app.ListProviders(context.Background(), config.ProviderList{OfTenant: o.OfTenant}, &out))
	return out.String()
}

func TestProviderCommands(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	url := simulate(t)

	t.Run("a provider is added by what it declares, and is not used yet", func(t *testing.T) {
		out, err := o.add("city", url, "")
		require.NoError(t, err)
		require.Contains(t, out, "provider city is registered at "+url)
		require.Contains(t, out, "deadline 10s, settle 1s, idempotent by reference, lookup, cancel")
		require.Contains(t, out, "next: slotq provider verify city --tenant "+o.OfTenant.Tenant)
		require.Regexp(t, `city +http://127\.0\.0\.1:\d+ +no: not used +none`, o.list())
	})
	t.Run("verified, it may serve", func(t *testing.T) {
		out, err := o.verify("city")
		require.NoError(t, err)
		require.Contains(t, out, "verifying city at "+url+" ...")
		require.Regexp(t, `ok +same reference at once`, out)
		require.Contains(t, out, "verified until 20")
		require.Equal(t, 1, o.Count(`SELECT count(*) FROM providers WHERE transcript ->> 'passed' = 'true' AND jsonb_array_length(transcript -> 'checks') > 10
			AND verified_until - verified_at = interval '2160 hours'`))
		require.Regexp(t, `city .* until 20`, o.list())
	})
	t.Run("added again as it is, it stays verified", func(t *testing.T) {
		out, err := o.add("city", url, "")
		require.NoError(t, err)
		require.Contains(t, out, "it is verified until")
	})
	t.Run("tied, it has a say, and untied none", func(t *testing.T) {
		out, err := o.tie("city", "main", "exclusive")
		require.NoError(t, err)
		require.Equal(t, "provider city has a say over what is EXCLUSIVE of venue main, at rank 1\n", out)
		require.Contains(t, o.list(), "main (rank 1 EXCLUSIVE)")
		_, err = o.tie("city", "main", "")
		require.NoError(t, err)
		require.Contains(t, o.list(), "main (rank 1) ")
		var said bytes.Buffer
		require.NoError(t, app.UntieProvider(t.Context(), config.ProviderUntie{OfTenant: o.OfTenant, Name: "city", Venue: "main"}, &said))
		require.Contains(t, o.list(), "none")
	})
	t.Run("one that breaks its promises does not serve, and the transcript says why", func(t *testing.T) {
		liar := simulate(t, func(s *sim.Options) { s.Mode = "duplicate" })
		_, err := o.add("city", liar, "")
		require.NoError(t, err)
		require.Zero(t, o.Count(`SELECT count(*) FROM providers WHERE verified_at IS NOT NULL`), "another address proves nothing")
		out, err := o.verify("city")
		require.EqualError(t, err, "provider city doesn't keep what it declares; it is not used")
		require.Contains(t, out, "FAILED")
		require.Equal(t, 1, o.Count(`SELECT count(*) FROM providers WHERE transcript ->> 'passed' = 'false' AND verified_at IS NULL`))
	})
	for name, try := range map[string]struct {
		do   func() (string, error)
		says string
	}{
		"one that doesn't answer is not added":   {func() (string, error) { return o.add("dead", "http://127.0.0.1:1", "") }, "declares nothing"},
		"nor is one at a strange address":        {func() (string, error) { return o.add("dead", "gopher://h", "") }, "http"},
		"nor one with a strange name":            {func() (string, error) { return o.add("Dead", url, "") }, "name must be"},
		"one that isn't there can't be verified": {func() (string, error) { return o.verify("nobody") }, `provider "nobody": there is none of this name`},
		"nor tied":                               {func() (string, error) { return o.tie("nobody", "main", "") }, `provider "nobody"`},
		"and not to a venue that isn't there":    {func() (string, error) { return o.tie("city", "moon", "") }, `there is no venue "moon"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := try.do()
			require.ErrorContains(t, err, try.says)
		})
	}
	t.Run("a tenant that isn't there has no providers", func(t *testing.T) {
		c := config.ProviderList{OfTenant: o.OfTenant}
		c.Tenant = "nobody"
		require.EqualError(t, app.ListProviders(t.Context(), c, &bytes.Buffer{}), `there is no tenant "nobody"`)
	})
}

func TestProviderWithCredential(t *testing.T) {
	o := newOperator(t)
	url := simulate(t, func(s *sim.Options) { s.Token = "open-sesame" })
	t.Setenv("SLOTQ_TEST_CITY_TOKEN", "")
	_, err := o.add("city", url, "SLOTQ_TEST_CITY_TOKEN")
	require.ErrorContains(t, err, "credential", "the process that adds it needs it too")

	t.Setenv("SLOTQ_TEST_CITY_TOKEN", "wrong-word")
	_, err = o.add("city", url, "SLOTQ_TEST_CITY_TOKEN")
	require.NoError(t, err)
	out, err := o.verify("city")
	require.Error(t, err)
	require.NotContains(t, out, "wrong-word")
	t.Setenv("SLOTQ_TEST_CITY_TOKEN", "open-sesame")
	out, err = o.verify("city")
	require.NoError(t, err)
	require.Regexp(t, `ok +wrong credential`, out)
	require.NotContains(t, out, "open-sesame")
	require.Zero(t, o.Count(`SELECT count(*) FROM providers p WHERE p::text LIKE '%open-sesame%'`), "the credential is nowhere in the database")
}
