package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

func (d *drawing) lines(x float64, p Panel) {
	s := d.frame(x, p)
	places := d.placesOf(x, p)
	d.levels(x, p, s)
	for _, m := range p.Marks {
		if m.Upright {
			at := places.at(m.At)
			fmt.Fprintf(d, `<path d="M%.1f %.1fv%d" stroke="#b00020" stroke-width="1.5" stroke-dasharray="5 4"/>`+"\n", at, d.top, panelHigh)
			d.note(at+4, d.top+10, "start", m.Name)
		}
	}
	for i, series := range p.Series {
		points := slices.Clone(series.Points)
		slices.SortStableFunc(points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		var path []string
		for _, at := range points {
			if !d.shown(at) {
				continue
			}
			px := places.at(at.X)
			if d.Even {
				px += float64(i-len(p.Series)/2) * 3 // a little apart, so that spreads don't hide each other
			}
			path = append(path, fmt.Sprintf("%.1f,%.1f", px, s.y(at.Y)))
			fmt.Fprintf(d, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`, px, s.y(at.Y), colour(i))
			d.spread(px, at, s, colour(i))
			d.note(px, s.y(at.Y)-8, "middle", at.Written)
		}
		fmt.Fprintf(d, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2" stroke-dasharray="%s"/>`+"\n", strings.Join(path, " "), colour(i), dash(i))
	}
}

// places says where a value of X stands.
type places struct {
	at func(v float64) float64
}

// placesOf lays the values of X out and names them: each that there is, or, where they are many, some.
func (d *drawing) placesOf(x float64, p Panel) places {
	values := inOrder(p, func(at Point) float64 { return at.X })
	for _, m := range p.Marks {
		if m.Upright && !slices.Contains(values, m.At) {
			values = append(values, m.At)
		}
	}
	slices.Sort(values)
	if len(values) == 0 {
		return places{at: func(float64) float64 { return x }}
	}
	first, span := values[0], values[len(values)-1]-values[0]
	at := func(v float64) float64 {
		if span == 0 {
			return x + float64(d.wide)/2
		}
		return x + float64(d.wide)*(0.03+0.94*(v-first)/span)
	}
	if d.Even {
		at = func(v float64) float64 {
			nth, _ := slices.BinarySearch(values, v)
			return x + (float64(nth)+0.5)*float64(d.wide)/float64(len(values))
		}
	}
	last := x - float64(d.wide)
	for _, v := range values {
		name := p.nameOf(v)
		if name == "" || at(v)-last < float64(12+7*len(name)) {
			continue
		}
		last = at(v)
		d.text(last, d.top+panelHigh+18, "middle", name)
	}
	return places{at}
}

// nameOf is what a place is called: its points' label or its number. A mark has its name elsewhere.
func (p Panel) nameOf(v float64) string {
	for _, s := range p.Series {
		for _, at := range s.Points {
			if at.X == v {
				return cmp.Or(at.Label, fmt.Sprintf("%g", v))
			}
		}
	}
	return ""
}
