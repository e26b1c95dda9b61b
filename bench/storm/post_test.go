package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
)

func TestThePost(t *testing.T) {
	p, err := startPost(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(p.close)
	other, err := nats.Connect(p.url(), nats.ReconnectWait(50*time.Millisecond), nats.MaxReconnects(-1))
	require.NoError(t, err)
	t.Cleanup(other.Close)
	heard, err := other.SubscribeSync(eventSubjects)
	require.NoError(t, err)
	require.NoError(t, other.Flush())

	require.NoError(t, other.Publish("slotq.events.tenant.venue", []byte(`[1,2,3]`)))
	require.NoError(t, other.Publish(pokeSubject, []byte(`{}`)))
	require.NoError(t, await(t.Context(), startPatience, func(context.Context) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.kept) < 2 {
			return fmt.Errorf("%d letters", len(p.kept))
		}
		return nil
	}))
	require.EqualValues(t, 1, p.heard.Load(), "a poke is no event")
	dice := rand.New(rand.NewPCG(1, 1))
	first, err := heard.NextMsg(startPatience)
	require.NoError(t, err)

	address := p.url()
	p.server.Close()
	require.NoError(t, p.restart(t.Context()))
	require.Equal(t, address, p.url())
	require.NoError(t, await(t.Context(), startPatience, func(context.Context) error { return other.Flush() }))
	for _, one := range p.some(dice, 20) {
		require.NoError(t, p.send(one))
	}
	again, err := heard.NextMsg(startPatience)
	require.NoError(t, err)
	require.Equal(t, first.Data, again.Data)
	require.NotEmpty(t, again.Header.Get(nats.MsgIdHdr))
	require.EqualValues(t, 1, p.heard.Load(), "what we send again is not ours to keep")
}

func TestLettersAreKeptInARing(t *testing.T) {
	p := &post{}
	for n := range keptLetters + 10 {
		p.hear(&nats.Msg{Subject: "s", Data: fmt.Append(nil, n)})
	}
	p.hear(&nats.Msg{Subject: "s", Data: make([]byte, longestLetter+1)})
	require.Len(t, p.kept, keptLetters)
	seen := map[string]bool{}
	for _, one := range p.some(rand.New(rand.NewPCG(1, 1)), 100*keptLetters) {
		seen[string(one.body)] = true
	}
	require.Len(t, seen, keptLetters)
	require.False(t, seen["9"], "the oldest have given way")
	require.True(t, seen["10"])
	require.True(t, seen[fmt.Sprint(keptLetters+9)])
}

func TestRecut(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	for _, whole := range []string{`[1]`, `{}`, `not JSON`} {
		same, shorter := recut(dice, []byte(whole))
		require.False(t, shorter)
		require.Equal(t, whole, string(same))
	}
	all := map[string]bool{}
	for range 200 {
		part, _ := recut(dice, []byte(`[1,2,3]`))
		all[string(part)] = true
	}
	require.Equal(t, map[string]bool{`[1]`: true, `[2]`: true, `[3]`: true, `[1,2]`: true, `[2,3]`: true, `[1,2,3]`: true}, all)
}
