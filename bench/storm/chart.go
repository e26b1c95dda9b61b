package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Where things stand in the picture.
const (
	wide, high  = 1000, 260
	from, top   = 242, 60         // left of it the names of the faults stand
	markTop     = top + high + 28 // the faults, a line a kind
	markHigh    = 15
	rightMargin = 24
)

// Colours that differ for colour-blind eyes too.
const (
	knownColour  = "#0072b2"
	laterColour  = "#e69f00"
	unsaidColour = "#d55e00"
	faultColour  = "#444"
)

// picture is being drawn.
type picture struct {
	strings.Builder
	sum   summary
	kinds []string // of faults, a line each
	long  float64  // seconds from left to right
}

// svg draws the answers of each second, and below when each kind of fault was at work.
func (sum summary) svg() string {
	p := &picture{sum: sum, long: max(float64(len(sum.PerSecond)), sum.Seconds, 1)}
	for _, s := range sum.Strikes {
		if !slices.Contains(p.kinds, s.Kind) {
			p.kinds = append(p.kinds, s.Kind)
		}
	}
	slices.Sort(p.kinds)
	p.head()
	p.answers()
	p.faults()
	p.clock()
	p.WriteString("</svg>\n")
	return p.String()
}

// x is where a second of the storm stands.
func (p *picture) x(second float64) float64 { return from + second/p.long*wide }

func (p *picture) text(x, y float64, anchor, said string) {
	fmt.Fprintf(p, `<text x="%.1f" y="%.1f" fill="#222" text-anchor="%s">%s</text>`+"\n", x, y, anchor, said)
}

func (p *picture) head() {
	width, height := from+wide+rightMargin, markTop+len(p.kinds)*markHigh+40
	fmt.Fprintf(p, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d"`, width, height, width, height)
	p.WriteString(` role="img" aria-label="answers a second, and the faults" font-family="sans-serif" font-size="12">` + "\n")
	p.WriteString(`<rect width="100%" height="100%" fill="#fff"/>` + "\n")
	p.text(12, 22, "start", fmt.Sprintf("Answers a second while things break. Seed %d; %d violations.", p.sum.Seed, p.sum.Violations))
	for i, key := range []struct{ colour, name string }{{knownColour, "told the outcome"}, {laterColour, "asked to come again"}, {unsaidColour, "no answer"}} {
		fmt.Fprintf(p, `<rect x="%d" y="34" width="12" height="12" fill="%s"/>`, 12+i*170, key.colour)
		p.text(float64(30+i*170), 44, "start", key.name)
	}
}

// answers draws a bar a second, in the three colours one above the other.
func (p *picture) answers() {
	most := 1
	for _, s := range p.sum.PerSecond {
		most = max(most, s.Known+s.Later+s.Unsaid)
	}
	step := rung(float64(most))
	topmost := math.Ceil(float64(most)/step) * step
	y := func(n float64) float64 { return top + high*(1-n/topmost) }
	for n := 0.0; n <= topmost; n += step {
		fmt.Fprintf(p, `<path d="M%d %.1fh%d" stroke="#ddd"/>`, from, y(n), wide)
		p.text(from-6, y(n)+4, "end", fmt.Sprintf("%g", n))
	}
	for i, s := range p.sum.PerSecond {
		base := 0.0
		for _, part := range []struct {
			n      int
			colour string
		}{{s.Known, knownColour}, {s.Later, laterColour}, {s.Unsaid, unsaidColour}} {
			if part.n == 0 {
				continue
			}
			above := base + float64(part.n)
			fmt.Fprintf(p, `<rect x="%.2f" y="%.1f" width="%.2f" height="%.1f" fill="%s"/>`, p.x(float64(i)), y(above), wide/p.long, y(base)-y(above), part.colour)
			base = above
		}
		p.WriteByte('\n')
	}
}

// faults draws a line a kind, with a mark for as long as one was at work.
func (p *picture) faults() {
	for i, kind := range p.kinds {
		at := float64(markTop + i*markHigh)
		p.text(from-6, at+10, "end", kind)
		fmt.Fprintf(p, `<path d="M%d %.1fh%d" stroke="#eee"/>`, from, at+6, wide)
		for _, s := range p.sum.Strikes {
			if s.Kind == kind {
				fmt.Fprintf(p, `<rect x="%.1f" y="%.1f" width="%.1f" height="9" fill="%s"/>`, p.x(s.From), at+2, max(p.x(s.To)-p.x(s.From), 2), faultColour)
			}
		}
		p.WriteByte('\n')
	}
}

func (p *picture) clock() {
	bottom := float64(markTop + len(p.kinds)*markHigh + 18)
	for v := 0.0; v <= p.long; v += rung(p.long) {
		p.text(p.x(v), bottom, "middle", fmt.Sprintf("%g", v))
	}
	p.text(from+wide/2, bottom+16, "middle", "seconds; where nothing is heard a round is over and is being checked")
}

// rung is a round number of which four to ten reach so far.
func rung(most float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(max(most, 1))))
	for most/step < 4 {
		step /= 2
	}
	return step
}
