package chart

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"
)

// Chart is one picture. Its Series stand in one panel, unless it has Panels of its own.
type Chart struct {
	Title string // says what is seen, and which way is better
	X, Y  string // what the axes count; empty writes nothing
	Log   bool   // Y counts powers of ten; what is not positive is left out
	Even  bool   // lines: every X has as much room, however far it is from the next
	Wide  int    // a panel's width, if the usual one doesn't do

	Series []Series
	Marks  []Mark
	Panels []Panel
}

// Panel is a chart beside others, with a scale of its own.
type Panel struct {
	Name   string
	Series []Series
	Marks  []Mark
}

// Series is what belongs together: a line, or the bars of one colour. Those of the same place in several panels look the same.
type Series struct {
	Name   string
	Points []Point
}

// Point is one figure. Bars stand in the order of their labels' first appearance, lines go by X. Low and High are the spread; with
// both the same there is none.
type Point struct {
	Label   string
	X, Y    float64
	Low     float64
	High    float64
	Written string // beside the point, if it is to say more than its height does
}

// Mark is a line across a panel: a target at a height, or, upright, a moment.
type Mark struct {
	Name    string
	At      float64
	Upright bool // At counts on X; only lines have them
}

// What each series is drawn in: colours that differ for colour-blind eyes too, and dashes.
var (
	colours = []string{"#0072b2", "#d55e00", "#222222", "#009e73", "#cc79a7", "#e69f00"}
	dashes  = []string{"", "7 3", "", "2 3", "9 3 2 3", "4 2"}
)

const (
	panelWide, panelHigh = 250, 220
	loneWide             = 640
	left, legendTop      = 56, 42
	panelGap             = 70
	line                 = 18 // from one line of text to the next
)

// drawing is a chart on its way to become a picture.
type drawing struct {
	strings.Builder
	Chart
	panels []Panel
	wide   int // a panel
	width  int // all
	top    float64
}

// Lines draws a line a series, with its spread at each point.
func Lines(c Chart) string { return c.drawn((*drawing).lines) }

// Bars draws groups of bars, a group a label and a bar a series.
func Bars(c Chart) string { return c.drawn((*drawing).bars) }

func (c Chart) drawn(panel func(*drawing, float64, Panel)) string {
	d := &drawing{Chart: c, panels: c.Panels, wide: c.Wide}
	if len(d.panels) == 0 {
		d.panels = []Panel{{Series: c.Series, Marks: c.Marks}}
	}
	if d.wide == 0 && len(d.panels) == 1 {
		d.wide = loneWide
	}
	d.wide = cmp.Or(d.wide, panelWide)
	n := len(d.panels)
	d.width = left + n*d.wide + (n-1)*panelGap + 24
	spots, rows := d.legend()
	d.top = float64(legendTop + rows*line + 24)
	height := int(d.top) + panelHigh + 56
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d"`, d.width, height, d.width, height)
	fmt.Fprintf(d, ` role="img" aria-label="%s" font-family="sans-serif" font-size="12">`+"\n", html.EscapeString(c.Title))
	fmt.Fprintf(d, "<title>%s</title>\n<desc>%s</desc>\n", html.EscapeString(c.Title), html.EscapeString(d.words()))
	d.WriteString(`<rect width="100%" height="100%" fill="#fff"/>` + "\n")
	d.text(12, 22, "start", c.Title)
	for i, s := range spots {
		fmt.Fprintf(d, `<path d="M%d %dh28" stroke="%s" stroke-width="2.5" stroke-dasharray="%s"/>`+"\n", s.x, s.y, colour(i), dash(i))
		d.text(float64(s.x+34), float64(s.y+4), "start", s.name)
	}
	if d.Y != "" {
		d.text(12, d.top-14, "start", d.Y)
	}
	for i, p := range d.panels {
		panel(d, float64(left+i*(d.wide+panelGap)), p)
	}
	d.WriteString("</svg>\n")
	return d.String()
}

// spot is where a series is named.
type spot struct {
	name string
	x, y int
}

// legend finds a place for every series' name. A lone series without one needs none.
func (d *drawing) legend() (spots []spot, rows int) {
	x, y := 12, legendTop
	for _, name := range d.names() {
		room := max(130, 50+7*len(name))
		if x > 12 && x+room > d.width {
			x, y = 12, y+line
		}
		spots = append(spots, spot{name, x, y})
		x += room
	}
	return spots, (y-legendTop)/line + 1
}

// names are the series', by their place.
func (d *drawing) names() (names []string) {
	for _, p := range d.panels {
		for i, s := range p.Series {
			if i == len(names) {
				names = append(names, s.Name)
			}
		}
	}
	if len(names) == 1 && names[0] == "" {
		return nil
	}
	return names
}

// words tell all figures in a sentence each, for who can't see the picture.
func (d *drawing) words() string {
	var all []string
	for _, p := range d.panels {
		for _, s := range p.Series {
			var points []string
			for _, at := range s.Points {
				points = append(points, at.words())
			}
			name := strings.TrimSpace(p.Name + " " + s.Name)
			if name != "" {
				name += ": "
			}
			all = append(all, name+strings.Join(points, "; ")+".")
		}
		for _, m := range p.Marks {
			all = append(all, fmt.Sprintf("%s: %g.", m.Name, m.At))
		}
	}
	return strings.Join(all, " ")
}

func (p Point) words() string {
	said := fmt.Sprintf("%s %.4g", cmp.Or(p.Label, fmt.Sprintf("%g", p.X)), p.Y)
	if p.spread() {
		said += fmt.Sprintf(" (%.4g to %.4g)", p.Low, p.High)
	}
	return said
}

func (p Point) spread() bool { return p.Low != p.High }

// reach is the lowest and the highest that has to be seen of a point.
func (p Point) reach() (low, high float64) {
	if !p.spread() {
		return p.Y, p.Y
	}
	return min(p.Y, p.Low), max(p.Y, p.High)
}

func (d *drawing) text(x, y float64, anchor, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(d, `<text x="%.1f" y="%.1f" fill="#222" text-anchor="%s">%s</text>`+"\n", x, y, anchor, html.EscapeString(text))
}

// note is a text over lines, which stay away from its letters.
func (d *drawing) note(x, y float64, anchor, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(d, `<text x="%.1f" y="%.1f" fill="#222" stroke="#fff" stroke-width="3" paint-order="stroke" text-anchor="%s">%s</text>`+"\n", x, y, anchor, html.EscapeString(text))
}

// frame draws what every panel has, and returns its scale.
func (d *drawing) frame(x float64, p Panel) scale {
	s := d.scaleOf(p)
	d.text(x, d.top-14, "start", p.Name)
	for _, at := range s.steps {
		fmt.Fprintf(d, `<path d="M%.1f %.1fh%d" stroke="#ddd"/>`+"\n", x, s.y(at), d.wide)
		d.text(x-6, s.y(at)+4, "end", fmt.Sprintf("%g", at))
	}
	d.text(x+float64(d.wide)/2, d.top+panelHigh+38, "middle", d.X)
	return s
}

// levels draws the marks that lie across, and names each above its line, or below where another is close above.
func (d *drawing) levels(x float64, p Panel, s scale) {
	for _, m := range p.Marks {
		if m.Upright || (d.Log && m.At <= 0) {
			continue
		}
		off := -4.0
		if slices.ContainsFunc(p.Marks, func(o Mark) bool { return !o.Upright && o.At > m.At && s.y(m.At)-s.y(o.At) < line }) {
			off = 13
		}
		fmt.Fprintf(d, `<path d="M%.1f %.1fh%d" stroke="#b00020" stroke-width="1.5" stroke-dasharray="5 4"/>`+"\n", x, s.y(m.At), d.wide)
		d.note(x+float64(d.wide), s.y(m.At)+off, "end", m.Name)
	}
}

func (d *drawing) spread(x float64, at Point, s scale, colour string) {
	low, high := at.reach()
	if d.Log && low <= 0 {
		low = at.Y
	}
	fmt.Fprintf(d, `<path d="M%.1f %.1fV%.1f" stroke="%s"/>`+"\n", x, s.y(low), s.y(high), colour)
}

// shown says whether a scale has a place for a point.
func (d *drawing) shown(p Point) bool { return p.Y > 0 || !d.Log }

func colour(nth int) string { return colours[nth%len(colours)] }

func dash(nth int) string { return dashes[nth%len(dashes)] }

// inOrder are the values of a kind that points have, each once, in the order of first appearance.
func inOrder[T comparable](p Panel, of func(Point) T) (all []T) {
	for _, s := range p.Series {
		for _, at := range s.Points {
			if v := of(at); !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	return all
}
