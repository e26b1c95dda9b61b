package booking

import (
	"slices"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
)

// check refuses what can't be, and makes of the name what is kept.
func (in *CreateResource) check() (err error) {
	if in.Name, err = givenName(in.Name); err != nil {
		return err
	}
	if !slices.Contains(inventory.KindValues(), in.Kind) {
		return problem.NewInvalid("kind", "must be EXCLUSIVE or POOLED")
	}
	if err := checkCapacity(in.Capacity); err != nil {
		return err
	}
	if in.Kind == inventory.Exclusive && in.Capacity != 1 {
		return problem.NewInvalid("capacity", "must be 1 for EXCLUSIVE: one party takes the whole")
	}
	if err := checkParties(&in.MinParty, &in.MaxParty); err != nil {
		return err
	}
	if in.AreaID != nil && *in.AreaID == "" {
		in.AreaID = nil
	}
	return in.checkCombines()
}

// joinsAtMost is how many resources one may join.
const joinsAtMost = 20

func (in *CreateResource) checkCombines() error {
	switch {
	case len(in.Combines) == 0:
		return nil
	case in.Kind != inventory.Exclusive:
		return problem.NewInvalid("combines", "only an EXCLUSIVE resource joins others")
	case len(in.Combines) < 2 || len(in.Combines) > joinsAtMost:
		return problem.NewInvalid("combines", "name 2 to %d resources", joinsAtMost)
	}
	for i, text := range in.Combines {
		if slices.Contains(in.Combines[:i], text) {
			return problem.NewInvalid("combines", "name each resource once")
		}
	}
	return nil
}

// mostUnits is the largest capacity and the largest party.
const mostUnits = 100_000

func checkCapacity(units int) error {
	if units < 1 || units > mostUnits {
		return problem.NewInvalid("capacity", "give 1 to %d units", mostUnits)
	}
	return nil
}

// checkParties refuses bounds of a party that can't be; nil is not given.
func checkParties(smallest, largest *int) error {
	switch {
	case smallest != nil && (*smallest < 1 || *smallest > mostUnits):
		return problem.NewInvalid("minParty", "give 1 to %d people", mostUnits)
	case largest != nil && (*largest < 1 || *largest > mostUnits):
		return problem.NewInvalid("maxParty", "give 1 to %d people", mostUnits)
	case smallest != nil && largest != nil && *smallest > *largest:
		return problem.NewInvalid("maxParty", "must be at least minParty")
	}
	return nil
}
