package transport

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSubscriptionIsOneStream(t *testing.T) {
	begin := func(t *testing.T, w *world, document string) *client {
		t.Helper()
		payload, err := json.Marshal(map[string]string{"query": document})
		require.NoError(t, err)
		s := connected(t, w)
		s.send(`{"id":"a","type":"subscribe","payload":` + string(payload) + `}`)
		return s
	}
	for name, document := range map[string]string{
		"one field under two names":       `subscription { a: silent b: silent }`,
		"two names, one in a fragment":    `subscription { silent ...f } fragment f on Subscription { a: silent }`,
		"a field that is skipped":         `subscription { silent @skip(if: true) }`,
		"a field that is not included":    `subscription { silent @include(if: false) }`,
		"a field that may be skipped":     `subscription($x: Boolean! = false) { silent @skip(if: $x) }`,
		"a fragment that is skipped":      `subscription { ...f @skip(if: true) } fragment f on Subscription { silent }`,
		"a field skipped in a fragment":   `subscription { ... { ...f } } fragment f on Subscription { silent @skip(if: true) }`,
		"an inline fragment not included": `subscription { ... on Subscription @include(if: false) { silent } }`,
	} {
		t.Run(name+" is refused before there is a stream", func(t *testing.T) {
			w := newWorld(t, setup{})
			s := begin(t, w, document)
			kind, _, payload := s.message()
			require.Equal(t, "error", kind)
			require.Contains(t, string(payload), "GRAPHQL_VALIDATION_FAILED")
			require.Empty(t, w.began)
		})
	}
	for name, document := range map[string]string{
		"under another name":             `subscription { a: silent }`,
		"twice under one":                `subscription { silent silent }`,
		"in fragments, time and again":   `subscription { ...f ...f ... { silent } } fragment f on Subscription { silent }`,
		"that has conditions further in": `subscription { deep { name @skip(if: true) } }`,
	} {
		t.Run("a field "+name+" is one stream", func(t *testing.T) {
			w := newWorld(t, setup{})
			begin(t, w, document)
			receive(t, w.began)
		})
	}
}
