package main

import (
	"encoding/json"
	"fmt"
	"math"
)

// figure is one line of the result.
type figure struct {
	Figure string   `json:"figure"`
	Ratio  *float64 `json:"ratio,omitempty"` // ours to theirs; none where SlotQ is measured alone
	Ours   float64  `json:"ours"`
	Theirs *float64 `json:"theirs,omitempty"`
	Unit   string   `json:"unit"`
	Note   string   `json:"note,omitempty"`
	Smoke  bool     `json:"smoke,omitempty"` // it only shows that the measure runs
}

// beside tells a figure beside another.
func (b *bench) beside(name string, ours, theirs float64, unit, note string) {
	f := figure{Figure: name, Ours: rounded(ours), Unit: unit, Note: note, Smoke: b.smoke}
	if theirs > 0 {
		ratio, other := rounded(ours/theirs), rounded(theirs)
		f.Ratio, f.Theirs = &ratio, &other
	}
	f.say()
}

// alone tells a figure that stands by itself.
func (b *bench) alone(name string, value float64, unit, note string) {
	figure{Figure: name, Ours: rounded(value), Unit: unit, Note: note, Smoke: b.smoke}.say()
}

func (f figure) say() {
	line, _ := json.Marshal(f) // a struct of plain fields
	fmt.Println(string(line))
}

func rounded(v float64) float64 { return math.Round(v*1000) / 1000 }
