package chart_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/bench/chart"
)

// element is one of a picture's, with the words in it.
type element struct {
	name  string
	attrs map[string]string
	words string
}

// parsed reads a picture, which has to be sound XML and to hold nothing that isn't a number where one belongs.
func parsed(t *testing.T, svg string) (all []element) {
	t.Helper()
	require.NotContains(t, svg, "NaN")
	require.NotContains(t, svg, "Inf")
	in := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		switch at := token.(type) {
		case xml.StartElement:
			e := element{name: at.Name.Local, attrs: map[string]string{}}
			for _, a := range at.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].words += strings.TrimSpace(string(at))
			}
		}
	}
}

func named(all []element, name string) (found []element) {
	for _, e := range all {
		if e.name == name {
			found = append(found, e)
		}
	}
	return found
}

func number(t *testing.T, e element, attr string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(e.attrs[attr], 64)
	require.NoError(t, err)
	return v
}

func words(all []element) (said []string) {
	for _, e := range named(all, "text") {
		said = append(said, e.words)
	}
	return said
}

func TestBars(t *testing.T) {
	picture := chart.Bars(chart.Chart{
		Title: "Holds <of> a \"venue\" & more", X: "deed", Y: "ms",
		Series: []chart.Series{
			{Name: "empty", Points: []chart.Point{{Label: "hold", Y: 10, Low: 8, High: 12}, {Label: "a page of reservations", Y: 20}}},
			{Name: "full", Points: []chart.Point{{Label: "hold", Y: 40, Low: 30, High: 60, Written: "x 4"}}},
		},
		Marks: []chart.Mark{{Name: "target", At: 48}},
	})
	all := parsed(t, picture)
	require.Equal(t, `Holds <of> a "venue" & more`, named(all, "title")[0].words)
	require.Equal(t, "img", all[0].attrs["role"])
	require.Contains(t, named(all, "desc")[0].words, "empty: hold 10 (8 to 12); a page of reservations 20. full: hold 40 (30 to 60). target: 48.")
	require.Subset(t, words(all), []string{"empty", "full", "hold", "deed", "ms", "x 4", "target"})

	bars := named(all, "rect")[1:] // the first is the ground
	require.Len(t, bars, 3)
	require.InDelta(t, 4, number(t, bars[2], "height")/number(t, bars[0], "height"), 0.02, "four times as much is four times as high")
	require.Less(t, number(t, bars[0], "x"), number(t, bars[2], "x"), "bars of a group stand beside each other")
	require.Less(t, number(t, bars[2], "x"), number(t, bars[1], "x"), "and groups do")
	require.NotEqual(t, bars[0].attrs["fill"], bars[2].attrs["fill"])
}

func TestLines(t *testing.T) {
	series := []chart.Series{{Name: "ours", Points: []chart.Point{{X: 100, Y: 1000}, {X: 1, Y: 1}, {X: 10, Y: 10, Low: 1, High: 100}}}}
	t.Run("on powers of ten", func(t *testing.T) {
		dots := named(parsed(t, chart.Lines(chart.Chart{Title: "t", Log: true, Series: series})), "circle")
		require.Len(t, dots, 3)
		first, second, third := number(t, dots[0], "cy"), number(t, dots[1], "cy"), number(t, dots[2], "cy")
		require.InDelta(t, 2, (second-third)/(first-second), 0.02, "from 10 to 1000 is twice as far as from 1 to 10")
		require.Less(t, number(t, dots[0], "cx"), number(t, dots[1], "cx"), "points go by X, in whatever order they come")
	})
	t.Run("X by its value, or evenly", func(t *testing.T) {
		far := func(c chart.Chart) float64 {
			dots := named(parsed(t, chart.Lines(c)), "circle")
			return (number(t, dots[2], "cx") - number(t, dots[1], "cx")) / (number(t, dots[1], "cx") - number(t, dots[0], "cx"))
		}
		require.InDelta(t, 10, far(chart.Chart{Series: series}), 0.05)
		require.InDelta(t, 1, far(chart.Chart{Series: series, Even: true}), 0.01)
	})
	t.Run("a moment is marked", func(t *testing.T) {
		c := chart.Chart{Title: "t", Series: series, Marks: []chart.Mark{{Name: "kill -9", At: 50, Upright: true}}}
		require.Contains(t, words(parsed(t, chart.Lines(c))), "kill -9")
	})
	t.Run("panels keep a series' colour", func(t *testing.T) {
		c := chart.Chart{Panels: []chart.Panel{{Name: "left", Series: series}, {Name: "right", Series: series}}}
		all := parsed(t, chart.Lines(c))
		lines := named(all, "polyline")
		require.Len(t, lines, 2)
		require.Equal(t, lines[0].attrs["stroke"], lines[1].attrs["stroke"])
		require.Subset(t, words(all), []string{"left", "right"})
	})
}

func TestNothingToSee(t *testing.T) {
	for name, draw := range map[string]func(chart.Chart) string{"bars": chart.Bars, "lines": chart.Lines} {
		for _, log := range []bool{false, true} {
			parsed(t, draw(chart.Chart{Title: name, Log: log}))
			parsed(t, draw(chart.Chart{Title: name, Log: log, Series: []chart.Series{{Name: "zero", Points: []chart.Point{{Label: "none"}}}}}))
		}
	}
}
