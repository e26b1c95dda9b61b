package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestClocksThatAreOff(t *testing.T) {
	at := func(off time.Duration, api bool) *node {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", time.Now().Add(off).UTC().Format(http.TimeFormat))
		}))
		t.Cleanup(server.Close)
		return &node{api: api, process: &process{name: "node", health: server.URL}}
	}
	ahead, behind, right := at(clockOff, true), at(-clockOff, false), at(0, true)
	ahead.setClock("skewed")
	behind.setClock("skewed")
	require.Equal(t, []string{"SLOTQ_CLOCK_SKEW=7m0s"}, ahead.env)
	require.Equal(t, []string{"SLOTQ_CLOCK_SKEW=-7m0s"}, behind.env)
	require.NoError(t, (&rig{apis: []*node{right, ahead}, workers: []*node{behind}}).clocksAreOff(t.Context()))

	built := at(0, true)
	built.setClock("not skewed")
	require.ErrorContains(t, (&rig{apis: []*node{right, built}}).clocksAreOff(t.Context()), "and not by 7m0s")
	require.ErrorContains(t, (&rig{apis: []*node{at(clockOff, true)}}).clocksAreOff(t.Context()), "and not by 0s")
}
