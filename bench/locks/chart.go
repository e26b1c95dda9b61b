package main

import (
	"fmt"
	"slices"

	"github.com/slotq/slotq/bench/chart"
)

// picture is a chart with a panel a load: callers from left to right, one line a strategy.
type picture struct {
	name, title string
	log         bool // the scale
	value       func(figure) (v, low, high float64)
}

var charts = []picture{
	{"locks-rate", "Answers a second: higher is better. Bars are the lowest and highest round.", false,
		func(f figure) (v, low, high float64) { return f.Rate, f.RateLow, f.RateHigh }},
	{"locks-p99", "P99 of an acknowledged booking, ms: lower is better. The scale is logarithmic.", true,
		func(f figure) (v, low, high float64) { return f.P99, f.P99, f.P99 }},
	{"locks-cpu", "PostgreSQL's processor time an answer, us: lower is better.", false,
		func(f figure) (v, low, high float64) { return f.CPU, f.CPU, f.CPU }},
}

// svg draws the figures.
func (p picture) svg(figures []figure) string {
	c := chart.Chart{Title: p.title, X: "callers", Log: p.log, Even: true, Wide: 250}
	for _, l := range loads {
		of := slices.DeleteFunc(slices.Clone(figures), func(f figure) bool { return f.Figure != "locks_"+l.name })
		if len(of) > 0 {
			c.Panels = append(c.Panels, chart.Panel{Name: l.name, Series: p.series(of)})
		}
	}
	return chart.Lines(c)
}

// series are one a strategy, in their order, so that each keeps its colour. What the system didn't tell isn't drawn.
func (p picture) series(figures []figure) (all []chart.Series) {
	for _, strategy := range strategies {
		s := chart.Series{Name: strategy.name}
		for _, n := range callersOf(figures) {
			f, ok := find(figures, strategy.name, n)
			if v, low, high := p.value(f); ok && v > 0 {
				s.Points = append(s.Points, chart.Point{Label: fmt.Sprint(n), X: float64(n), Y: v, Low: low, High: high})
			}
		}
		all = append(all, s)
	}
	return all
}
