package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Between these lines of storm.md stands what the program writes; the rest is written by people.
const (
	begin = "<!-- measured: written by bench/storm -->"
	end   = "<!-- measured: to here -->"
)

// write renews the numbers, the chart and the table in a folder.
func (sum summary) write(folder string) error {
	page := filepath.Join(folder, "storm.md")
	old, err := os.ReadFile(page)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for name, text := range map[string]string{"storm.json": string(sum.raw()), "storm.svg": sum.svg(), "storm.md": renewed(string(old), sum.table())} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil { //nolint:gosec // for everybody to read
			return err
		}
	}
	return nil
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

// table is the summary for a page, and what the first round did.
func (sum summary) table() string {
	var b strings.Builder
	b.WriteString("\n| | |\n|---|---|\n")
	for _, l := range sum.lines() {
		fmt.Fprintf(&b, "| %s | %s |\n", l.name, l.value)
	}
	fmt.Fprintf(&b, "\n%s.\n\nThe first round, as it was printed:\n\n```\n", sum.Circumstances)
	for _, s := range sum.Strikes {
		if s.Round == 1 {
			fmt.Fprintf(&b, "%5.1f s  %-28s %s\n", s.From, s.Kind, s.What)
		}
	}
	for _, r := range sum.Rounds[:min(1, len(sum.Rounds))] {
		fmt.Fprintf(&b, "%d commands, %d requests, %d answers that told no outcome, at rest after %.1f s: %d violations\n", r.Commands, r.Sent, r.Unheard, r.Rest, len(r.Violations))
	}
	b.WriteString("```\n")
	return b.String()
}
