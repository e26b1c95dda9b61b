package chart

import (
	"fmt"
	"slices"
	"strings"
)

func (d *drawing) bars(x float64, p Panel) {
	s := d.frame(x, p)
	labels := inOrder(p, func(at Point) string { return at.Label })
	room := float64(d.wide) / float64(max(1, len(labels)))
	bar := room * 0.8 / float64(max(1, len(p.Series)))
	floor := d.top + panelHigh
	for nth, label := range labels {
		for row, part := range folded(label, int(room/6.5)) {
			d.text(x+(float64(nth)+0.5)*room, floor+18+float64(row)*13, "middle", part)
		}
	}
	for i, series := range p.Series {
		for _, at := range series.Points {
			if !d.shown(at) {
				continue
			}
			from := x + float64(slices.Index(labels, at.Label))*room + room*0.1 + float64(i)*bar
			fmt.Fprintf(d, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" fill-opacity="0.75"/>`+"\n",
				from+1, s.y(at.Y), max(1, bar-2), floor-s.y(at.Y), colour(i))
			if at.spread() {
				d.spread(from+bar/2, at, s, "#222")
			}
		}
	}
	d.levels(x, p, s)
	for i, series := range p.Series {
		for _, at := range series.Points {
			if d.shown(at) {
				_, high := at.reach()
				d.note(x+float64(slices.Index(labels, at.Label))*room+room*0.1+(float64(i)+0.5)*bar, s.y(high)-4, "middle", at.Written)
			}
		}
	}
}

// folded breaks a label between its words into lines of about so many letters, two at most.
func folded(label string, letters int) []string {
	words := strings.Fields(label)
	if len(label) <= letters || len(words) < 2 {
		return []string{label}
	}
	best, at := len(label), 1
	for i := 1; i < len(words); i++ {
		if longer := max(len(strings.Join(words[:i], " ")), len(strings.Join(words[i:], " "))); longer < best {
			best, at = longer, i
		}
	}
	return []string{strings.Join(words[:at], " "), strings.Join(words[at:], " ")}
}
