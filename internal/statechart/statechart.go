// Package statechart renders the state machines of the pure rooms as a page for people. The tables are the source; the
// page follows.
package statechart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// Page is docs/states.md.
func Page() string {
	var page strings.Builder
	page.WriteString("# States\n\nRendered from the transition tables in internal/reservation, waitlist, intent, approval and policy by `go generate ./internal/statechart`;\n" +
		"do not edit. The hooks of ent/schema put the same tables into every UPDATE, a trigger in the database refuses what slips past,\nand a test compares the three. Time makes a lapsed hold, offer or entry EXPIRED the instant its deadline comes, recorded or not.\n")
	chart(&page, "Reservation", reservation.Initial, reservation.Values(), reservation.Transitions)
	chart(&page, "Waitlist entry", waitlist.EntryInitial, waitlist.EntryValues(), waitlist.EntryTransitions)
	chart(&page, "Offer", waitlist.OfferInitial, waitlist.OfferValues(), waitlist.OfferTransitions)
	chart(&page, "Intent", intent.Initial, intent.StatusValues(), intent.Transitions)
	chart(&page, "Attempt", intent.AttemptInitial, intent.AttemptValues(), intent.AttemptTransitions)
	chart(&page, "Approval", approval.Initial, approval.StatusValues(), approval.Transitions)
	chart(&page, "Policy version", policy.Draft, policy.StatusValues(), policy.Transitions)
	return page.String()
}

// chart draws one machine: a picture, then the table of every pair.
func chart[S ~string](page *strings.Builder, name string, initial S, all []S, edges map[S][]S) {
	fmt.Fprintf(page, "\n## %s\n\n```mermaid\nstateDiagram-v2\n  [*] --> %s\n", name, initial)
	for _, from := range all {
		for _, to := range edges[from] {
			fmt.Fprintf(page, "  %s --> %s\n", from, to)
		}
		if len(edges[from]) == 0 {
			fmt.Fprintf(page, "  %s --> [*]\n", from)
		}
	}
	page.WriteString("```\n\n| from \\ to |")
	for _, to := range all {
		fmt.Fprintf(page, " %s |", to)
	}
	page.WriteString("\n|---" + strings.Repeat("|---", len(all)) + "|\n")
	for _, from := range all {
		fmt.Fprintf(page, "| %s |", from)
		for _, to := range all {
			mark := "·"
			if slices.Contains(edges[from], to) {
				mark = "yes"
			}
			fmt.Fprintf(page, " %s |", mark)
		}
		page.WriteString("\n")
	}
}
