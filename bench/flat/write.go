package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/slotq/slotq/bench/chart"
	"github.com/slotq/slotq/bench/machine"
)

// Between these lines of flatness.md stands what the program writes; the rest is written by people.
const (
	begin = "<!-- measured: written by bench/flat -->"
	end   = "<!-- measured: to here -->"
)

// circumstances are what has to be known of a run.
type circumstances struct {
	machine.Circumstances
	Clients int     `json:"clients"`
	Rounds  int     `json:"rounds"`
	Filled  filling `json:"filled"`
	Queue   int     `json:"queue"`
}

func (b *bench) circumstances() circumstances {
	c := circumstances{Circumstances: b.machine, Clients: b.clients, Rounds: b.rounds, Filled: b.filled, Queue: b.queue}
	c.LoadAfter = machine.Load()
	return c
}

// write renews the raw numbers, the chart and the tables in a folder.
func write(folder string, c circumstances, figures []figure) error {
	raw, err := json.MarshalIndent(map[string]any{"circumstances": c, "figures": figures}, "", " ")
	if err != nil {
		return err
	}
	page := filepath.Join(folder, "flatness.md")
	text, err := os.ReadFile(page)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for name, content := range map[string][]byte{
		"flatness.json": append(raw, '\n'), "flatness.svg": []byte(drawn(figures)), "flatness.md": renewed(text, "\n"+table(figures)+"\n"+c.String()+"\n"),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil { //nolint:gosec // for everybody to read
			return err
		}
	}
	return nil
}

// renewed is a page with new figures in the place of the old ones, or at its end.
func renewed(page []byte, figures string) []byte {
	before, rest, found := bytes.Cut(page, []byte(begin+"\n"))
	_, after, closed := bytes.Cut(rest, []byte(end))
	if !found || !closed {
		return fmt.Appendf(page, "%s\n%s%s\n", begin, figures, end)
	}
	return fmt.Appendf(nil, "%s%s\n%s%s%s", before, begin, figures, end, after)
}

func (c circumstances) String() string {
	f := c.Filled
	return fmt.Sprintf(`%s. %d clients, %d rounds.

The filling: %d reservations, %d slots, %d occupancies, %d customers, %d waitlist entries (%d people wait in one queue), %d offers, %d events, %d audit entries and %d commands. It took %.0f s, and the database %.2f GB.
`, c.Circumstances, c.Clients, c.Rounds, f.Reservations, f.Slots, f.Occupancies, f.Customers, f.Entries, c.Queue, f.Offers, f.Events, f.Audits, f.Commands, f.Seconds, float64(f.Bytes)/1e9)
}

// table is the figures as Markdown.
func table(figures []figure) string {
	var b strings.Builder
	b.WriteString("| figure | ratio (rounds) | full, median | empty or short | P99 full / other | a second full / other | processor time a deed, full / other | target |\n|---|---|---|---|---|---|---|---|\n")
	for _, f := range figures {
		fmt.Fprintf(&b, "| `%s` | **%.2f** (%.2f to %.2f) | %.1f %s | %.1f %s |", f.Figure, f.Ratio, f.Low, f.High, f.Ours, f.Unit, f.Theirs, f.Unit)
		if f.P99 > 0 {
			fmt.Fprintf(&b, " %.1f / %.1f | %.1f / %.1f |", f.P99, f.P99Not, f.Rate, f.RateNo)
		} else {
			b.WriteString(" | |")
		}
		if f.CPUNot > 0 {
			fmt.Fprintf(&b, " %.0f / %.0f us: x %.2f |", f.CPU, f.CPUNot, f.CPU/f.CPUNot)
		} else {
			b.WriteString(" |")
		}
		fmt.Fprintf(&b, " %s |\n", f.judged())
	}
	return b.String()
}

// drawn is the ratios as bars, each with its rounds. What is not meant to be flat isn't drawn.
func drawn(figures []figure) string {
	c := chart.Chart{Title: "Cost with a full history as a multiple of the cost with none: 1 is flat, lower is better. Whiskers are the rounds.", Y: "times as much", Wide: 900}
	var s chart.Series
	for _, f := range figures {
		if f.Unit == "ms" {
			s.Points = append(s.Points, chart.Point{Label: f.label, Y: f.Ratio, Low: f.Low, High: f.High, Written: fmt.Sprintf("%.2f", f.Ratio)})
		}
	}
	c.Series = []chart.Series{s}
	c.Marks = []chart.Mark{{Name: "the target for holds: 1.2", At: 1.2}, {Name: "for promotion: 1.5", At: 1.5}}
	return chart.Bars(c)
}
