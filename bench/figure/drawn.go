package figure

import (
	"slices"
	"strings"

	"github.com/slotq/slotq/bench/chart"
)

// barWide is a bar's share of a panel, with room for a name below it.
const barWide = 75

// drawn is a panel a deed, a bar for SlotQ and for each that it is beside, with the spread of the rounds.
func (p Page) drawn(figures []Figure) string {
	c := chart.Chart{Title: p.Title}
	for _, f := range figures {
		if f.Theirs == nil || p.Drawn != nil && !p.Drawn(f) {
			continue
		}
		ours, theirs := f.spread()
		name := named(f)
		at := slices.IndexFunc(c.Panels, func(p chart.Panel) bool { return p.Name == name })
		if at < 0 {
			at = len(c.Panels)
			c.Panels = append(c.Panels, chart.Panel{Name: name, Series: []chart.Series{{Points: []chart.Point{
				{Label: "SlotQ", Y: f.Ours, Low: ours[0], High: ours[1], Written: Short(f.Ours)},
			}}}})
		}
		points := &c.Panels[at].Series[0].Points
		*points = append(*points, chart.Point{Label: f.Peer, Y: *f.Theirs, Low: theirs[0], High: theirs[1], Written: Short(*f.Theirs)})
		c.Wide = max(c.Wide, barWide*len(*points))
	}
	return chart.Bars(c)
}

// named is what a panel says above itself: the figure's name as words, without the peer, who stands below.
func named(f Figure) string {
	before, _, _ := strings.Cut(f.Figure, "_vs_")
	name := strings.ReplaceAll(before, "_", " ")
	if strings.HasPrefix(f.Unit, "1/s") {
		name += ", 1/s"
	}
	return name
}
