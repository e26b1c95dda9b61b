package policy

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// isoDuration is a duration that travels as ISO 8601 text.
type isoDuration time.Duration

func (d isoDuration) MarshalText() ([]byte, error) {
	return []byte(FormatDuration(time.Duration(d))), nil
}

func (d *isoDuration) UnmarshalText(text []byte) error {
	parsed, err := ParseDuration(string(text))
	*d = isoDuration(parsed)
	return err
}

// weights is the list that travels: every factor once, in the order of the contract when written.
type weights []FactorWeight

func (w weights) MarshalJSON() ([]byte, error) {
	every := unweighted()
	for i := range every {
		for _, given := range w {
			if given.Factor == every[i].Factor {
				every[i].Weight = given.Weight
			}
		}
	}
	return json.Marshal(every)
}

func (w *weights) UnmarshalJSON(raw []byte) error {
	given := map[Factor]int{}
	err := eachOf(raw, func(one json.RawMessage) error {
		var f FactorWeight
		if err := decode(one, []member{{name: "factor", value: &f.Factor}, {name: "weight", value: &f.Weight}}); err != nil {
			return err
		}
		if _, twice := given[f.Factor]; twice || !slices.Contains(FactorValues(), f.Factor) {
			return fmt.Errorf("factor %q is listed twice or unknown", f.Factor)
		}
		given[f.Factor] = f.Weight
		return nil
	})
	if err != nil {
		return err
	}
	every := unweighted()
	for i := range every {
		weight, found := given[every[i].Factor]
		if !found {
			return fmt.Errorf("factor %s is missing", every[i].Factor)
		}
		every[i].Weight = weight
	}
	*w = every
	return nil
}

// turnTimes is the list that travels: by size when written.
type turnTimes []TurnTime

type turnForm struct {
	FromPartySize int         `json:"fromPartySize"`
	Duration      isoDuration `json:"duration"`
}

func (t turnTimes) MarshalJSON() ([]byte, error) {
	forms := []turnForm{}
	for _, one := range t.bySize() {
		forms = append(forms, turnForm{one.FromPartySize, isoDuration(one.Duration)})
	}
	return json.Marshal(forms)
}

func (t *turnTimes) UnmarshalJSON(raw []byte) error {
	var all turnTimes
	err := eachOf(raw, func(one json.RawMessage) error {
		var f turnForm
		err := decode(one, []member{{name: "fromPartySize", value: &f.FromPartySize}, {name: "duration", value: &f.Duration}})
		all = append(all, TurnTime{f.FromPartySize, time.Duration(f.Duration)})
		return err
	})
	*t = all.bySize()
	return err
}

func (t turnTimes) bySize() turnTimes {
	return slices.SortedStableFunc(slices.Values(t), func(a, b TurnTime) int { return cmp.Compare(a.FromPartySize, b.FromPartySize) })
}

// eachOf hands on the values of an array one by one.
func eachOf(raw []byte, take func(json.RawMessage) error) error {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	for _, one := range list {
		if err := take(one); err != nil {
			return err
		}
	}
	return nil
}
