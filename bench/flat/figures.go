package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// figure is one line of the result: what a deed costs in the full database, beside the empty one or the short queue.
type figure struct {
	Figure string  `json:"figure"`
	Ratio  float64 `json:"ratio"` // the one in the middle of the rounds, each against the other side's of the same round
	Low    float64 `json:"ratio_low"`
	High   float64 `json:"ratio_high"`
	Ours   float64 `json:"ours"` // medians, full
	Theirs float64 `json:"theirs"`
	Unit   string  `json:"unit"`
	Target float64 `json:"target,omitempty"` // of the ratio, at most
	P99    float64 `json:"ours_p99,omitempty"`
	P99Not float64 `json:"theirs_p99,omitempty"`
	Rate   float64 `json:"ours_per_s,omitempty"`
	RateNo float64 `json:"theirs_per_s,omitempty"`
	CPU    float64 `json:"ours_cpu_us,omitempty"` // processor time a deed, of the server and PostgreSQL
	CPUNot float64 `json:"theirs_cpu_us,omitempty"`
	Deeds  int     `json:"deeds"` // of both sides
	Note   string  `json:"note,omitempty"`

	label string // in the chart
}

// compared is what is put beside what.
type compared struct {
	figure, label, measure, ours, theirs string
	target                               float64
	note                                 string
}

var comparisons = []compared{
	{"hold_full_vs_empty_database", "hold", holding, "full", "empty", 1.2, ""},
	{"hold_to_confirm_full_vs_empty_database", "hold and confirm", holdConfirm, "full", "empty", 0, "its processor time is with the cancellation"},
	{"cancel_full_vs_empty_database", "cancel", cancelling, "full", "empty", 0, ""},
	{"day_listing_full_vs_empty_database", "free slots of a day", listingDay, "full", "empty", 0, "a page of fifty"},
	{"reservations_page_full_vs_empty_database", "page of reservations", listingPage, "full", "empty", 0, "fifty, with customer, rules, slots and resources below each"},
	{"subscription_full_vs_empty_database", "subscribe from a cursor", followingLog, "full", "empty", 0, "a new socket until fifty missed changes are told"},
	{"promotion_full_vs_empty_database", "promotion", promoting, "full", "empty", 0, "ten wait in both"},
	{"confirm_offer_full_vs_empty_database", "accept an offer", accepting, "full", "empty", 0, "ten wait in both"},
	{"promotion_long_vs_short_queue", "promotion, long queue", promoting, "long", "full", 1.5, "by the database's clock, from when the place was free until somebody was chosen; both queues in the full database"},
	{"offer_seen_long_vs_short_queue", "offer seen, long queue", seeingOffer, "long", "full", 0, "from asking for the cancellation until the offer can be read, looked for every 20 ms"},
	{"confirm_offer_long_vs_short_queue", "accept, long queue", accepting, "long", "full", 0, ""},
	{"join_long_vs_short_queue", "join, long queue", joining, "long", "full", 0, ""},
}

// figures are what was measured.
func (b *bench) figures() (all []figure) {
	for _, c := range comparisons {
		ours, theirs := b.series[c.measure+" "+c.ours], b.series[c.measure+" "+c.theirs]
		if ours == nil || theirs == nil {
			continue
		}
		f := figure{Figure: c.figure, Unit: "ms", Target: c.target, Note: c.note, Deeds: ours.deeds() + theirs.deeds(), label: c.label}
		f.Low, f.Ratio, f.High = ours.beside(theirs)
		_, f.Ours, _ = ours.medians()
		_, f.Theirs, _ = theirs.medians()
		f.P99, f.P99Not, f.Rate, f.RateNo = ours.quantile(0.99), theirs.quantile(0.99), ours.rate(), theirs.rate()
		if c.measure == holding {
			f.Note = fmt.Sprintf("%d reservations behind it", b.filled.Reservations)
		}
		if c.measure != cancelling { // that is part of the stories
			f.CPU, f.CPUNot = ours.each(), theirs.each()
		}
		all = append(all, f.rounded())
	}
	if empty, full := b.verify["empty"], b.verify["full"]; empty.took > 0 {
		f := figure{Figure: "verify_full_vs_empty_database", Ours: full.took.Seconds(), Theirs: empty.took.Seconds(), Unit: "s", Deeds: 2, label: "verify"}
		f.Ratio = f.Ours / f.Theirs
		f.Low, f.High = f.Ratio, f.Ratio
		f.Note = "it reads everything, and is not meant to be flat"
		if late := empty.late + full.late; late != "" {
			f.Note = givenUp + late
		}
		all = append(all, f.rounded())
	}
	return all
}

func (f figure) rounded() figure {
	for _, v := range []*float64{&f.Ratio, &f.Low, &f.High, &f.Ours, &f.Theirs, &f.P99, &f.P99Not, &f.Rate, &f.RateNo, &f.CPU, &f.CPUNot} {
		*v = math.Round(*v*1000) / 1000
	}
	return f
}

func (f figure) say() {
	line, _ := json.Marshal(f) // a struct of plain fields
	fmt.Println(string(line))
}

// givenUp begins the note of what was not over when the program lost its patience.
const givenUp = "given up, not over: "

// judged says whether a target is met.
func (f figure) judged() string {
	switch {
	case strings.HasPrefix(f.Note, givenUp):
		return "given up by then"
	case f.Target == 0:
		return ""
	case f.Ratio <= f.Target:
		return fmt.Sprintf("<= %g: met", f.Target)
	}
	return fmt.Sprintf("<= %g: **missed**", f.Target)
}
