package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/command"
)

// scene is a journal and a truth that agree, for a test to spoil: somebody books, somebody lets a hold lapse, somebody waits and says yes to
// an offer, and somebody has a place at which another system has a say.
func scene() ([]*deed, *truth) {
	deeds := []*deed{
		{key: "k1", command: "holdSlot", known: 1, said: committed, result: "rv_1"},
		{key: "k2", command: "confirmReservation", about: "rv_1", known: 2, said: committed, result: "rv_1"},
		{key: "k3", command: "holdSlot", known: 3, said: rejected, problem: "SLOT_OCCUPIED"},
		{key: "k4", command: "holdSlot", known: 4, said: committed, result: "rv_4"},
		{key: "k5", command: "joinWaitlist", known: 5, said: committed, result: "we_5"},
		{key: "k6", command: "confirmOffer", about: "of_6", known: 6, said: committed, result: "of_6"},
		{key: "k7", command: "requestReservation", known: 7, said: accepted, result: "in_7", told: "SUCCEEDED"},
	}
	t := &truth{
		ledger: map[command.Digest]record{}, offers: map[string]offered{"of_6": {status: "ACCEPTED", hold: "rv_6"}}, entries: map[string]string{"we_5": "FULFILLED"},
		reservations: map[string]found{
			"rv_1": {ending: ending{status: "CONFIRMED"}}, "rv_4": {ending: ending{status: "EXPIRED"}},
			"rv_6": {ending: ending{status: "CONFIRMED"}, promotional: true}, "rv_7": {ending: ending{status: "CONFIRMED"}, reference: "outside-7"},
		},
		intents: map[string]intended{"in_7": {status: "SUCCEEDED", reservation: "rv_7"}}, booked: map[string]int{"outside-7": 1},
	}
	for _, d := range deeds {
		t.ledger[command.KeyDigest(d.key)] = record{outcome: d.said, problem: d.problem, refs: []string{d.result}}
	}
	return deeds, t
}

func TestCompare(t *testing.T) {
	t.Run("what agrees has nothing to say", func(t *testing.T) {
		require.Empty(t, compare(scene()))
	})
	for name, c := range map[string]struct {
		spoil func(deeds []*deed, t *truth)
		says  string
	}{
		"an acknowledged reservation is gone": {
			func(_ []*deed, t *truth) { delete(t.reservations, "rv_1") },
			"reservation rv_1 of holdSlot k1 was acknowledged and is not there",
		},
		"a confirmation is lost": {
			func(_ []*deed, t *truth) { t.reservations["rv_1"] = found{ending: ending{status: "EXPIRED"}} },
			"has to be CONFIRMED by what was acknowledged, and is EXPIRED",
		},
		"a hold never lapsed": {
			func(_ []*deed, t *truth) { t.reservations["rv_4"] = found{ending: ending{status: "HELD"}} },
			"has to be EXPIRED",
		},
		"the ledger lost a key": {
			func(_ []*deed, t *truth) { delete(t.ledger, command.KeyDigest("k1")) },
			"the ledger has no row of it",
		},
		"the ledger says something else": {
			func(_ []*deed, t *truth) { t.ledger[command.KeyDigest("k3")] = record{outcome: committed} },
			"told REJECTED SLOT_OCCUPIED, the ledger has COMMITTED",
		},
		"the ledger names another thing": {func(_ []*deed, t *truth) {
			t.ledger[command.KeyDigest("k1")] = record{outcome: committed, refs: []string{"rv_9"}}
		}, "told rv_1, the ledger has [rv_9]"},
		"a reservation that nobody was told of": {
			func(_ []*deed, t *truth) { t.reservations["rv_9"] = found{ending: ending{status: "CONFIRMED"}} },
			"reservation rv_9, CONFIRMED, was acknowledged to nobody",
		},
		"an entry that nobody was told of": {
			func(_ []*deed, t *truth) { t.entries["we_9"] = "WAITING" },
			"entry we_9 was acknowledged to nobody",
		},
		"an intent that nobody was told of": {
			func(_ []*deed, t *truth) { t.intents["in_9"] = intended{status: "FAILED_RACE"} },
			"intent in_9 was acknowledged to nobody",
		},
		"one reservation for two keys": {
			func(d []*deed, _ *truth) { d[3].result = "rv_1" },
			"made rv_1, as holdSlot k1 did",
		},
		"a key of which nobody ever heard": {
			func(d []*deed, _ *truth) { d[0].known = 0 },
			"nobody ever said what became of it",
		},
		"two answers for one key": {
			func(d []*deed, _ *truth) { d[0].different = []string{"first this, then that"} },
			"two answers: first this, then that",
		},
		"an answer that isn't in the contract": {
			func(d []*deed, _ *truth) { d[0].strange = []string{"INTERNAL: oh"} },
			"the contract doesn't have: INTERNAL",
		},
		"an accepted offer is open again": {
			func(_ []*deed, t *truth) { t.offers["of_6"] = offered{status: "EXPIRED", hold: "rv_6"} },
			"offer of_6 is EXPIRED",
		},
		"an accepted offer has no reservation": {func(_ []*deed, t *truth) {
			t.reservations["rv_6"] = found{ending: ending{status: "EXPIRED"}, promotional: true}
		}, "has to be CONFIRMED"},
		"an entry is gone": {
			func(_ []*deed, t *truth) { delete(t.entries, "we_5") },
			"entry we_5 is not there",
		},
		"an intent is gone": {
			func(_ []*deed, t *truth) { delete(t.intents, "in_7") },
			"intent in_7 is not there",
		},
		"an intent is never over": {
			func(_ []*deed, t *truth) { t.intents["in_7"] = intended{status: "RESERVING", reservation: "rv_7"} },
			"intent in_7 is still RESERVING",
		},
		"an intent that was told to have won": {
			func(_ []*deed, t *truth) { t.intents["in_7"] = intended{status: "FAILED_RACE"} },
			"told to be SUCCEEDED, and is FAILED_RACE",
		},
		"an intent that was told to be over": {
			func(d []*deed, _ *truth) { d[6].told = "EXPIRED" },
			"told to be EXPIRED, and is SUCCEEDED",
		},
		"a success without its booking outside": {
			func(_ []*deed, t *truth) { t.booked = nil },
			"outside there are 0 bookings",
		},
		"a success that is booked twice outside": {
			func(_ []*deed, t *truth) { t.booked["outside-7"] = 2 },
			"outside there are 2 bookings",
		},
		"a failure whose reservation stands": {func(d []*deed, t *truth) {
			d[6].told = ""
			t.intents["in_7"] = intended{status: "FAILED_RACE", reservation: "rv_7"}
		}, "and its reservation stands"},
	} {
		t.Run(name, func(t *testing.T) {
			deeds, truth := scene()
			c.spoil(deeds, truth)
			wrong := compare(deeds, truth)
			require.NotEmpty(t, wrong)
			require.Contains(t, strings.Join(wrong, "\n"), c.says)
		})
	}
}
