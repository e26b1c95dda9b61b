package figure

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/slotq/slotq/bench/machine"
)

// Between these lines of a page stands what a program writes; the rest is written by people.
const (
	begins = "<!-- measured: from here a program writes -->"
	ends   = "<!-- measured: to here -->"
)

// Page is one page of record: page.md, with page.json and page.svg beside it.
type Page struct {
	Path  string // without an ending
	Title string // of the chart
	// Drawn chooses what stands in the chart, a panel each; nil takes all that has a peer.
	Drawn func(Figure) bool
}

// Renew writes the raw numbers and the chart, and puts the table in the place of the old one, or at the page's end.
func (p Page) Renew(c machine.Circumstances, figures []Figure) error {
	if err := os.WriteFile(p.Path+".json", raw(c, figures), 0o644); err != nil { //nolint:gosec // for everybody to read
		return err
	}
	if err := os.WriteFile(p.Path+".svg", []byte(p.drawn(figures)), 0o644); err != nil { //nolint:gosec // the same
		return err
	}
	text, err := os.ReadFile(p.Path + ".md")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	page := renewed(string(text), Table(figures)+"\n"+c.String()+".\n")
	return os.WriteFile(p.Path+".md", []byte(page), 0o644) //nolint:gosec // the same
}

func renewed(page, figures string) string {
	before, rest, found := strings.Cut(page, begins+"\n")
	_, after, closed := strings.Cut(rest, ends)
	if !found || !closed {
		return page + begins + "\n" + figures + ends + "\n"
	}
	return before + begins + "\n" + figures + ends + after
}

// raw is everything that was measured, a line a figure.
func raw(c machine.Circumstances, figures []Figure) []byte {
	var b bytes.Buffer
	line := func(v any) []byte {
		text, _ := json.Marshal(v) // structs of plain fields
		return text
	}
	fmt.Fprintf(&b, "{\"circumstances\": %s,\n\"figures\": [\n", line(c))
	for i, f := range figures {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.Write(line(f))
	}
	b.WriteString("\n]}\n")
	return b.Bytes()
}

// Table is a table in Markdown.
func Table(figures []Figure) string {
	var b strings.Builder
	b.WriteString("| figure | ratio | SlotQ | beside | |\n|---|---|---|---|---|\n")
	for _, f := range figures {
		ratio, theirs := "", ""
		if f.Theirs != nil {
			ratio, theirs = fmt.Sprintf("%.3g", *f.Ratio), Short(*f.Theirs)+" "+f.Peer
		}
		note := f.Unit
		if f.Note != "" {
			note += "; " + f.Note
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", f.Figure, ratio, Short(f.Ours), theirs, note)
	}
	return b.String()
}
