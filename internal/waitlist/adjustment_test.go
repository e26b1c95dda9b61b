package waitlist_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestCheckAdjustment(t *testing.T) {
	t.Parallel()
	const neither = ""
	for _, kind := range append(waitlist.AdjustmentKindValues(), "APOLOGY", "") {
		for amount, wrong := range map[int]map[bool]string{ // by whether the kind restricts
			-1:           {false: "amount", true: "amount"},
			0:            {false: "amount", true: neither},
			1:            {false: neither, true: "amount"},
			10000:        {false: neither, true: "amount"},
			10001:        {false: "amount", true: "amount"},
			math.MaxInt:  {false: "amount", true: "amount"},
			-math.MaxInt: {false: "amount", true: "amount"},
		} {
			want := wrong[kind == waitlist.ExcludeAutomaticOffer || kind == waitlist.RequiresStaffApproval]
			if kind == "APOLOGY" || kind == "" {
				want = "kind"
			}
			got := waitlist.Check(kind, amount)
			if want == neither {
				require.Empty(t, got, "%s %d", kind, amount)
				continue
			}
			require.Len(t, got, 1, "%s %d", kind, amount)
			require.Equal(t, want, got[0].Field, "%s %d", kind, amount)
			require.NotEmpty(t, got[0].Message)
		}
	}
}

func TestAnAdjustmentsTime(t *testing.T) {
	t.Parallel()
	soon := deadline.Add(-time.Hour)
	for _, c := range []struct {
		name             string
		expires, revoked *time.Time
		now              time.Time
		want             bool
	}{
		{"without an end", nil, nil, deadline, true},
		{"just before its deadline", &deadline, nil, deadline.Add(-tick), true},
		{"at its deadline", &deadline, nil, deadline, false},
		{"after its deadline", &deadline, nil, deadline.Add(tick), false},
		{"revoked", nil, &soon, deadline, false},
		{"revoked before its deadline", &deadline, &soon, deadline.Add(-tick), false},
		{"revoked by a clock that is ahead", nil, &deadline, deadline.Add(-tick), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := waitlist.Adjustment{Version: 2, ExpiresAt: c.expires, RevokedAt: c.revoked}
			require.Equal(t, c.want, a.InForce(c.now))
			if p := waitlist.DecideRevoke(a, 2, c.now); c.want {
				require.Nil(t, p)
			} else {
				require.Equal(t, problem.IllegalTransition, p.Code)
				require.Equal(t, 2, *p.CurrentVersion)
			}
			p := waitlist.DecideRevoke(a, 1, c.now)
			require.Equal(t, problem.VersionStale, p.Code, "stale beats illegal")
			require.Equal(t, 2, *p.CurrentVersion)
		})
	}
}

func TestBarring(t *testing.T) {
	t.Parallel()
	bars := map[waitlist.AdjustmentKind]bool{
		waitlist.RecoveryCredit: false, waitlist.Benefit: false, waitlist.ExcludeAutomaticOffer: true, waitlist.RequiresStaffApproval: true,
	}
	require.Len(t, bars, len(waitlist.AdjustmentKindValues()))
	for _, kind := range waitlist.AdjustmentKindValues() {
		require.Equal(t, bars[kind], waitlist.Adjustment{Kind: kind}.Barring(), kind)
	}
}

func TestAdjusted(t *testing.T) {
	t.Parallel()
	self, other := uuid.New(), uuid.New()
	before := deadline.Add(-time.Hour)
	grant := func(kind waitlist.AdjustmentKind, amount int, change ...func(*waitlist.Adjustment)) waitlist.Adjustment {
		a := waitlist.Adjustment{CustomerID: self, Kind: kind, Amount: amount}
		for _, c := range change {
			c(&a)
		}
		return a
	}
	of := func(a *waitlist.Adjustment) { a.CustomerID = other }
	over := func(a *waitlist.Adjustment) { a.ExpiresAt = &deadline }
	revoked := func(a *waitlist.Adjustment) { a.RevokedAt = &before }
	for _, c := range []struct {
		name    string
		barred  waitlist.Reason // before
		granted []waitlist.Adjustment
		want    waitlist.Candidate
	}{
		{"nothing granted", "", nil, waitlist.Candidate{}},
		{"credits and benefits add up, each for itself", "", []waitlist.Adjustment{
			grant(waitlist.RecoveryCredit, 5), grant(waitlist.Benefit, 70), grant(waitlist.RecoveryCredit, 6), grant(waitlist.Benefit, 10),
		}, waitlist.Candidate{Credit: 11, Benefit: 80}},
		{"what is over counts for nothing", "", []waitlist.Adjustment{
			grant(waitlist.RecoveryCredit, 5, over), grant(waitlist.Benefit, 5, revoked), grant(waitlist.ExcludeAutomaticOffer, 0, over),
			grant(waitlist.RequiresStaffApproval, 0, revoked),
		}, waitlist.Candidate{}},
		{"nor does what others have", "", []waitlist.Adjustment{
			grant(waitlist.RecoveryCredit, 5, of), grant(waitlist.ExcludeAutomaticOffer, 0, of), grant(waitlist.Benefit, 3),
		}, waitlist.Candidate{Benefit: 3}},
		{"excluded", "", []waitlist.Adjustment{grant(waitlist.ExcludeAutomaticOffer, 0)}, waitlist.Candidate{Barred: waitlist.Excluded}},
		{"needs staff", "", []waitlist.Adjustment{grant(waitlist.RequiresStaffApproval, 0)}, waitlist.Candidate{Barred: waitlist.NeedsStaff}},
		{"both: excluded", "", []waitlist.Adjustment{grant(waitlist.ExcludeAutomaticOffer, 0), grant(waitlist.RequiresStaffApproval, 0)},
			waitlist.Candidate{Barred: waitlist.Excluded}},
		{"both, the other way round: excluded", "", []waitlist.Adjustment{grant(waitlist.RequiresStaffApproval, 0), grant(waitlist.ExcludeAutomaticOffer, 0)},
			waitlist.Candidate{Barred: waitlist.Excluded}},
		{"not on the list and needs staff: needs staff", waitlist.NotOnAllowList, []waitlist.Adjustment{grant(waitlist.RequiresStaffApproval, 0)},
			waitlist.Candidate{Barred: waitlist.NeedsStaff}},
		{"a credit lifts no bar", waitlist.NotOnAllowList, []waitlist.Adjustment{grant(waitlist.RecoveryCredit, 9)},
			waitlist.Candidate{Barred: waitlist.NotOnAllowList, Credit: 9}},
		{"an amount that can't be takes nothing away", "", []waitlist.Adjustment{grant(waitlist.Benefit, 4), grant(waitlist.Benefit, -3)},
			waitlist.Candidate{Benefit: 4}},
		{"what is too much stays the most", "", []waitlist.Adjustment{grant(waitlist.Benefit, math.MaxInt), grant(waitlist.Benefit, 1)},
			waitlist.Candidate{Benefit: math.MaxInt}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.CustomerID = self
			given := waitlist.Candidate{CustomerID: self, Barred: c.barred}
			rapid.Check(t, func(t *rapid.T) {
				granted := rapid.Permutation(c.granted).Draw(t, "granted")
				require.Equal(t, c.want, given.Adjusted(granted, deadline), "in whatever order they are read")
			})
		})
	}
}
