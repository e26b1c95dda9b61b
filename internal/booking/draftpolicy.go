package booking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// DraftPolicy writes a new version of a venue's rules.
type DraftPolicy struct {
	VenueID string
	Rules   policy.RulesDraft
	BasedOn *string // nil: the version in force
	Key     string
}

// DraftPolicy writes a new version of a venue's rules, which decides nothing yet. What the draft leaves open is as in the
// version that it is based on. Rules that can't be are *problem.Invalid: it names the first, and its message all.
func (d *Desk) DraftPolicy(ctx context.Context, by actor.Actor, in DraftPolicy, correlationID string) (command.Result, error) {
	c := call{actor: by, capability: actor.PolicyDraft, operation: "draftPolicy", key: in.Key, correlationID: correlationID,
		input: struct {
			VenueID string
			Rules   policy.RulesDraft
			BasedOn *string
		}{in.VenueID, canonicalDraft(in.Rules), in.BasedOn}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		venue, err := lockVenue(ctx, tx, by, in.VenueID)
		if err != nil {
			return verdict{}, err
		}
		if venue == nil {
			return unknownReference("venue")
		}
		book, err := tx.Rulebook(ctx, venue.ID)
		if err != nil {
			return verdict{}, fmt.Errorf("read the rules of venue %s: %w", venue.ID, err)
		}
		base := book.Active
		if in.BasedOn != nil {
			if base, err = findPolicy(ctx, tx, by, *in.BasedOn); err != nil {
				return verdict{}, err
			}
		}
		if base == nil || base.VenueID != venue.ID {
			return unknownReference("policy version")
		}
		rules := in.Rules.Over(base.Rules)
		if err := checkRules(rules); err != nil {
			return verdict{}, err
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return verdict{}, err
		}
		s := newSheet(by.TenantID, now, nil)
		drafted := s.draft(venue.ID, book.Last+1, rules, by)
		return verdict{changes: s.done(), answer: policyAnswer(drafted)}, nil
	})
}

// canonicalDraft is the draft as the digest sees it: the lists are sets, and no weights are as good as none named.
func canonicalDraft(d policy.RulesDraft) policy.RulesDraft {
	d.WaitlistWeights = slices.SortedFunc(slices.Values(d.WaitlistWeights), func(a, b policy.FactorWeight) int {
		return cmp.Or(cmp.Compare(a.Factor, b.Factor), cmp.Compare(a.Weight, b.Weight))
	})
	d.TurnTimes = slices.Clone(d.TurnTimes)
	slices.SortFunc(d.TurnTimes, func(a, b policy.TurnTime) int {
		return cmp.Or(cmp.Compare(a.FromPartySize, b.FromPartySize), cmp.Compare(a.Duration, b.Duration))
	})
	d.Channels = slices.Clone(d.Channels)
	slices.SortStableFunc(d.Channels, func(a, b policy.ChannelRule) int { return cmp.Compare(a.Channel, b.Channel) })
	return d
}

// checkRules refuses rules that can't be.
func checkRules(rules policy.Rules) error {
	faults := rules.Validate()
	if len(faults) == 0 {
		return nil
	}
	var all []string
	for _, f := range faults {
		all = append(all, fmt.Sprintf("%s %s", f.Field, f.Message))
	}
	return problem.NewInvalid("rules."+faults[0].Field, "%s", strings.Join(all, "; "))
}

// draft writes a new version.
func (s *sheet) draft(venue uuid.UUID, number int, rules policy.Rules, by actor.Actor) policy.Version {
	v := policy.Version{
		ID: ref.NewID(), TenantID: s.tenant, VenueID: venue, Number: number, Status: policy.Draft, Version: 1,
		Rules: rules, Digest: rules.Digest(), DraftedBy: by.Label(), CreatedAt: s.now,
	}
	s.changes.Policies.Drafted = append(s.changes.Policies.Drafted, v)
	s.announcePolicy(v, event.PolicyDrafted)
	return v
}
