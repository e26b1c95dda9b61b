package provider_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/provider"
)

func TestDirectory(t *testing.T) {
	t.Parallel()
	d := provider.NewDirectory(provider.Options{})
	t.Cleanup(d.Close)
	p := spec("http://127.0.0.1:1")
	first := d.Of(p)
	require.Same(t, first, d.Of(p))

	newer := p
	newer.Version, newer.Contract.QueueLimit = 2, 7
	second := d.Of(newer)
	require.NotSame(t, first, second)
	require.Equal(t, 7, second.Contract().QueueLimit)
	require.Same(t, second, d.Of(p), "what was read before the change isn't true any more")

	other := newer
	other.ID = uuid.New()
	require.NotSame(t, second, d.Of(other))
}

func TestDirectoryIsShared(t *testing.T) {
	t.Parallel()
	d := provider.NewDirectory(provider.Options{})
	t.Cleanup(d.Close)
	p := spec("http://127.0.0.1:1")
	got := make([]*provider.Client, 50)
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() { got[i] = d.Of(p) })
	}
	all.Wait()
	for _, c := range got {
		require.Same(t, got[0], c)
	}
}

func TestDeclared(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body, wrong string
		status            int
		want              intent.Contract
	}{
		{name: "all", status: 200,
			body: `{"idempotentByKey":true,"lookup":true,"cancel":true,"releaseFirst":true,"deadlineMs":8000,"settleMs":15000,"writesPerSecond":2.5,"queueLimit":40}`,
			want: intent.Contract{IdempotentByKey: true, Lookup: true, Cancel: true, ReleaseFirst: true, Deadline: 8e9, Settle: 15e9, WritesPerSecond: 2.5, QueueLimit: 40}},
		{name: "nothing", status: 200, body: `{}`},
		{name: "not there", status: 404, body: `{}`, wrong: "declares nothing"},
		{name: "malformed", status: 200, body: `{"lookup":`, wrong: "can't be read"},
		{name: "words for numbers", status: 200, body: `{"deadlineMs":"8s"}`, wrong: "can't be read"},
		{name: "a day's deadline", status: 200, body: `{"deadlineMs":86400000}`, wrong: "deadlineMs"},
		{name: "a negative deadline", status: 200, body: `{"deadlineMs":-1}`, wrong: "deadlineMs"},
		{name: "a year to settle", status: 200, body: `{"settleMs":31536000000}`, wrong: "settleMs"},
		{name: "negative writes", status: 200, body: `{"writesPerSecond":-1}`, wrong: "writesPerSecond"},
		{name: "a negative queue", status: 200, body: `{"queueLimit":-1}`, wrong: "queueLimit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := client(t, spec(serve(t, says(c.status, c.body)).URL), provider.Options{}).Declared(t.Context())
			require.Equal(t, c.want, got)
			if c.wrong == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.wrong)
			}
		})
	}
	_, err := client(t, spec(shutDoor(t)), provider.Options{}).Declared(t.Context())
	require.ErrorContains(t, err, "can't be reached")
}

func TestCheckEndpoint(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"http://127.0.0.1:8090", "https://seats.example.com/api/v1", "https://[::1]:8443/"} {
		require.NoError(t, provider.CheckEndpoint(good), good)
	}
	for _, bad := range []string{"", "seats.example.com", "ftp://seats.example.com", "https://", "https://:443", "https://u:s3cret@seats.example.com",
		"https://seats.example.com?token=s3cret", "https://seats.example.com/#x", "https://u:s3cret@seats.example.com:port", "file:///etc/passwd"} {
		err := provider.CheckEndpoint(bad)
		require.Error(t, err, bad)
		require.NotContains(t, err.Error(), "s3cret")
	}
}
