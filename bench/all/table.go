package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/bench/figure"
)

// measured is a figure as the table shows it.
type measured struct{ of, name, ratio, ours, theirs, unit string }

// read reads a line that a program printed; most are figures. Those of bench/locks say how many answers a second a way of locking
// gave, and go test's what a run took.
func read(of, line string) (m measured, ok bool) {
	if fields := strings.Fields(line); len(fields) >= 4 && strings.HasPrefix(line, "Benchmark") {
		return measured{of: of, name: fields[0], ours: fields[2], unit: strings.Join(fields[3:], " ")}, true
	}
	f := gjson.Parse(line)
	if !strings.HasPrefix(line, "{") || !f.Get("figure").Exists() {
		return m, false
	}
	m = measured{of: of, name: f.Get("figure").String(), unit: f.Get("unit").String()}
	if rate := f.Get("answers_per_s"); rate.Exists() {
		m.name += fmt.Sprintf(", %s, %d callers", f.Get("of"), f.Get("callers").Int())
		m.ours, m.unit = figure.Short(rate.Float()), "answers/s"
		if times := f.Get("to_row_lock"); times.Exists() {
			m.ratio, m.theirs = figure.Short(times.Float()), "row lock"
		}
		return m, true
	}
	m.ours = figure.Short(f.Get("ours").Float())
	if theirs := f.Get("theirs"); theirs.Exists() {
		m.ratio, m.theirs = figure.Short(f.Get("ratio").Float()), figure.Short(theirs.Float())+" "+f.Get("peer").String()
	}
	return m, true
}

// table prints all figures, and among them who is beside whom.
func table(to io.Writer, all []measured) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "measurement\tfigure\tratio\tmeasured\tbeside\tunit")
	for _, m := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", m.of, m.name, m.ratio, m.ours, m.theirs, m.unit)
	}
	return w.Flush()
}
