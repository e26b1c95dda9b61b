package figure

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Figure is one line of a result.
type Figure struct {
	Figure string   `json:"figure"`
	Ratio  *float64 `json:"ratio,omitempty"` // ours to theirs; none where SlotQ is measured alone
	Ours   float64  `json:"ours"`
	Theirs *float64 `json:"theirs,omitempty"`
	Unit   string   `json:"unit"`
	Note   string   `json:"note,omitempty"`
	Smoke  bool     `json:"smoke,omitempty"` // it only shows that the measure runs
	Rounds *Rounds  `json:"rounds,omitempty"`

	Peer string `json:"peer,omitempty"` // whom theirs is of
}

// Rounds are what each round came to. They stand in the files of record alone.
type Rounds struct {
	Ours   []float64 `json:"ours"`
	Theirs []float64 `json:"theirs"`
}

// Alone is a figure of SlotQ's without another.
func Alone(name string, ours float64, unit, note string) Figure {
	return Figure{Figure: name, Ours: rounded(ours), Unit: unit, Note: note}
}

// Beside is a figure beside a peer's. One that isn't positive was not measured.
func Beside(name string, ours float64, peer string, theirs float64, unit, note string) Figure {
	f := Alone(name, ours, unit, note)
	if theirs > 0 {
		ratio, other := rounded(ours/theirs), rounded(theirs)
		f.Ratio, f.Theirs, f.Peer = &ratio, &other, peer
	}
	return f
}

// Say prints the line of a figure.
func (f Figure) Say() {
	f.Rounds = nil
	line, _ := json.Marshal(f) // a struct of plain fields
	fmt.Println(string(line))
}

// spread is the lowest and the highest round of either side, the figure itself where there were none.
func (f Figure) spread() (ours, theirs [2]float64) {
	ours = [2]float64{f.Ours, f.Ours}
	if f.Theirs != nil {
		theirs = [2]float64{*f.Theirs, *f.Theirs}
	}
	if f.Rounds != nil && len(f.Rounds.Ours) > 0 {
		ours = [2]float64{slices.Min(f.Rounds.Ours), slices.Max(f.Rounds.Ours)}
	}
	if f.Rounds != nil && len(f.Rounds.Theirs) > 0 {
		theirs = [2]float64{slices.Min(f.Rounds.Theirs), slices.Max(f.Rounds.Theirs)}
	}
	return ours, theirs
}

// rounded keeps three places behind the point.
func rounded(v float64) float64 { return math.Round(v*1000) / 1000 }

// Short writes a number as a person would.
func Short(v float64) string {
	switch {
	case math.Abs(v) >= 1000:
		return fmt.Sprintf("%d,%03d", int(math.Round(v))/1000, int(math.Round(math.Abs(v)))%1000)
	case math.Abs(v) >= 100:
		return fmt.Sprintf("%.0f", v)
	default:
		return fmt.Sprintf("%.3g", v)
	}
}
