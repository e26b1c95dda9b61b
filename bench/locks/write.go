package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Between these lines of locks.md stands what the program writes; the rest is written by people.
const (
	begin = "<!-- measured: written by bench/locks -->"
	end   = "<!-- measured: to here -->"
)

// write renews the raw numbers, the charts and the tables in a folder.
func write(folder string, c circumstances, rounds []measured) error {
	if err := os.WriteFile(filepath.Join(folder, "locks.json"), raw(c, rounds), 0o644); err != nil { //nolint:gosec // for everybody to read
		return err
	}
	figures := summarised(rounds)
	for _, chart := range charts {
		if err := os.WriteFile(filepath.Join(folder, chart.name+".svg"), []byte(chart.svg(figures)), 0o644); err != nil { //nolint:gosec // the same
			return err
		}
	}
	page := filepath.Join(folder, "locks.md")
	text, err := os.ReadFile(page)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.WriteFile(page, []byte(renewed(string(text), "\n"+tables(figures)+c.String()+".\n")), 0o644) //nolint:gosec // the same
}

// renewed is a page with new figures in the place of the old ones, or at its end.
func renewed(page, figures string) string {
	before, rest, found := strings.Cut(page, begin+"\n")
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		return page + begin + "\n" + figures + end + "\n"
	}
	return before + begin + "\n" + figures + end + after
}

// raw is everything that was measured, a line a round.
func raw(c circumstances, rounds []measured) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"circumstances\": %s,\n\"rounds\": [\n", line(c))
	for i, m := range rounds {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.Write(line(m))
	}
	b.WriteString("\n]}\n")
	return b.Bytes()
}

func line(v any) []byte {
	text, _ := json.Marshal(v) // structs of plain fields
	return text
}
