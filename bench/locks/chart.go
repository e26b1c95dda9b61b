package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// chart is a picture with a panel a load: callers from left to right, one line a strategy.
type chart struct {
	name, title string
	log         bool // the scale
	value       func(figure) (v, low, high float64)
}

var charts = []chart{
	{"locks-rate", "Answers a second: higher is better. Bars are the lowest and highest round.", false,
		func(f figure) (v, low, high float64) { return f.Rate, f.RateLow, f.RateHigh }},
	{"locks-p99", "P99 of an acknowledged booking, ms: lower is better. The scale is logarithmic.", true,
		func(f figure) (v, low, high float64) { return f.P99, f.P99, f.P99 }},
	{"locks-cpu", "PostgreSQL's processor time an answer, us: lower is better.", false,
		func(f figure) (v, low, high float64) { return f.CPU, f.CPU, f.CPU }},
}

// What each strategy is drawn in: colours that differ for colour-blind eyes too, and dashes.
var (
	colours = []string{"#0072b2", "#d55e00", "#222222", "#009e73", "#cc79a7"}
	dashes  = []string{"", "7 3", "", "2 3", "9 3 2 3"}
)

const (
	panelWide, panelHigh = 250, 220
	left, top            = 56, 84
	panelGap             = 70
)

// svg draws the figures.
func (c chart) svg(figures []figure) string {
	var b strings.Builder
	width := left + len(loads)*panelWide + (len(loads)-1)*panelGap + 24
	height := top + panelHigh + 56
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d"`, width, height, width, height)
	fmt.Fprintf(&b, ` role="img" aria-label="%s" font-family="sans-serif" font-size="12">`+"\n", c.title)
	b.WriteString(`<rect width="100%" height="100%" fill="#fff"/>` + "\n")
	label(&b, 12, 22, "start", c.title)
	for i, s := range strategies {
		x := 12 + i*130
		fmt.Fprintf(&b, `<path d="M%d 42h28" stroke="%s" stroke-width="2.5" stroke-dasharray="%s"/>`+"\n", x, colours[i], dashes[i])
		label(&b, float64(x+34), 46, "start", s.name)
	}
	for i, l := range loads {
		of := slices.DeleteFunc(slices.Clone(figures), func(f figure) bool { return f.Figure != "locks_"+l.name })
		if len(of) > 0 {
			c.panel(&b, float64(left+i*(panelWide+panelGap)), l.name, of)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func label(b *strings.Builder, x, y float64, anchor, text string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="#222" text-anchor="%s">%s</text>`+"\n", x, y, anchor, text)
}

func (c chart) panel(b *strings.Builder, x float64, name string, figures []figure) {
	lowest, highest := math.Inf(1), 0.0
	for _, f := range figures {
		if v, low, high := c.value(f); v > 0 {
			lowest, highest = min(lowest, low), max(highest, high)
		}
	}
	s := c.scale(lowest, highest)
	label(b, x, top-14, "start", name)
	for _, mark := range s.marks {
		y := s.y(mark)
		fmt.Fprintf(b, `<path d="M%.1f %.1fh%d" stroke="#ddd"/>`+"\n", x, y, panelWide)
		label(b, x-6, y+4, "end", fmt.Sprintf("%g", mark))
	}
	crowds := callersOf(figures)
	at := func(i int) float64 { return x + (float64(i)+0.5)*panelWide/float64(len(crowds)) }
	for i, n := range crowds {
		label(b, at(i), top+panelHigh+18, "middle", fmt.Sprint(n))
	}
	label(b, x+panelWide/2, top+panelHigh+38, "middle", "callers")
	for i, strategy := range strategies {
		var line []string
		for j, n := range crowds {
			f, ok := find(figures, strategy.name, n)
			v, low, high := c.value(f)
			if !ok || v <= 0 {
				continue
			}
			px := at(j) + float64(i-len(strategies)/2)*3 // a little apart, so that bars don't hide each other
			line = append(line, fmt.Sprintf("%.1f,%.1f", px, s.y(v)))
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`, px, s.y(v), colours[i])
			fmt.Fprintf(b, `<path d="M%.1f %.1fV%.1f" stroke="%s"/>`+"\n", px, s.y(low), s.y(high), colours[i])
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2" stroke-dasharray="%s"/>`+"\n", strings.Join(line, " "), colours[i], dashes[i])
	}
}

// scale says how high a value stands.
type scale struct {
	y     func(v float64) float64
	marks []float64
}

func (c chart) scale(lowest, highest float64) scale {
	if math.IsInf(lowest, 1) {
		lowest, highest = 1, 10
	}
	if c.log {
		from, to := math.Floor(math.Log10(lowest)), math.Ceil(math.Log10(highest)+1e-9)
		s := scale{y: func(v float64) float64 { return top + panelHigh*(1-(math.Log10(v)-from)/(to-from)) }}
		for e := from; e <= to; e++ {
			s.marks = append(s.marks, math.Pow(10, e))
		}
		return s
	}
	step := math.Pow(10, math.Floor(math.Log10(highest)))
	for highest/step < 4 {
		step /= 2
	}
	most := math.Ceil(highest/step) * step
	s := scale{y: func(v float64) float64 { return top + panelHigh*(1-v/most) }}
	for v := 0.0; v <= most; v += step {
		s.marks = append(s.marks, v)
	}
	return s
}
