package journal_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/journal"
)

// written is the line that comes of writing to the journal.
func written(t *testing.T, write func(*slog.Logger)) gjson.Result {
	t.Helper()
	var out bytes.Buffer
	write(slog.New(journal.New(slog.NewJSONHandler(&out, nil))))
	require.True(t, gjson.ValidBytes(out.Bytes()), out.String())
	return gjson.ParseBytes(out.Bytes())
}

func TestWithheld(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"token", "apiToken", "clientSecret", "Authorization", "password", "DB_PASSWORD", "set-cookie", "phone", "customerPhone",
		"email", "e_mail_email", "name", "display_name", "api-key", "idempotencyKey", "key", "variables", "credential"} {
		line := written(t, func(log *slog.Logger) { log.Info("x", key, "Kim", "other", 5) })
		require.Equal(t, "[withheld]", line.Get(key).String(), key)
		require.EqualValues(t, 5, line.Get("other").Int())
		inGroup := written(t, func(log *slog.Logger) { log.With(slog.Group("g", key, "Kim")).Info("x", slog.Group("h", key, "Kim")) })
		require.NotContains(t, inGroup.Raw, "Kim")
	}
}

func TestScrubbedTexts(t *testing.T) {
	t.Parallel()
	tenant, half := uuid.New(), "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	for _, secret := range []string{"sq." + half + "." + half, "sqs." + half + "." + half, "sq." + half, "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln", "Bearer abcdefghij.klm",
		"ahn.bora+x@mail.example.co.kr", "+49 30 1234567", "+821012345678", "postgres://me:hush@db/x", "password=hush", "token: hush"} {
		line := written(t, func(log *slog.Logger) {
			log.Error("it said "+secret+" to us", "error", fmt.Errorf("outer: %w", errors.New("no "+secret+" here")), "detail", "<"+secret+">", "tenant", tenant)
		})
		require.NotContains(t, line.Raw, secret)
		require.NotContains(t, line.Raw, "hush")
		require.Equal(t, tenant.String(), line.Get("tenant").String(), "ids stay")
		require.Contains(t, line.Get("msg").String(), "it said ")
	}
	plain := "offer 7f3c1d20-1234-5678-9abc-1234567890ab at 2031-05-01T12:00:00.123456Z took 1.5s (23505), 127.0.0.1:5432"
	require.Equal(t, plain, written(t, func(log *slog.Logger) { log.Info(plain) }).Get("msg").String())
}

type code string

func TestValues(t *testing.T) {
	t.Parallel()
	var none *uuid.UUID
	refused := &pq.Error{Code: "22P02", Message: `invalid input syntax for type uuid: "Ahn Bora"`, Detail: "Key (name)=(Ahn Bora)"}
	unique := &pq.Error{Code: "23505", Message: `duplicate key value violates unique constraint "x"`, Detail: "Key (name)=(Ahn Bora) exists"}
	line := written(t, func(log *slog.Logger) {
		log.Info("x", "code", code("HELD"), "none", none, "took", time.Second, "parts", struct{ Guest string }{"Ahn Bora"}, "list", []string{"Ahn Bora"},
			"refused", fmt.Errorf("look up: %w", refused), "unique", unique, "nil", nil)
	})
	require.NotContains(t, line.Raw, "Ahn")
	require.Equal(t, "HELD", line.Get("code").String())
	require.EqualValues(t, time.Second, line.Get("took").Int())
	require.Equal(t, "look up: pq: a value is not acceptable [withheld] (22P02)", line.Get("refused").String())
	require.Equal(t, `pq: duplicate key value violates unique constraint "x" (23505)`, line.Get("unique").String())
}

func TestCorrelation(t *testing.T) {
	t.Parallel()
	ctx := journal.WithCorrelation(context.Background(), "call-1")
	require.Equal(t, "call-1", journal.Correlation(ctx))
	require.Empty(t, journal.Correlation(context.Background()))
	require.Equal(t, "call-1", written(t, func(log *slog.Logger) { log.With("a", 1).InfoContext(ctx, "x") }).Get("correlationId").String())
	require.False(t, written(t, func(log *slog.Logger) { log.Info("x") }).Get("correlationId").Exists())
	own := written(t, func(log *slog.Logger) { log.InfoContext(ctx, "x", "correlationId", "call-2") })
	require.Equal(t, "call-2", own.Get("correlationId").String())
	require.Len(t, own.Map(), 4, "once: %s", own.Raw)
}
