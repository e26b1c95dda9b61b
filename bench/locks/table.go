package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// tables are the figures as Markdown, which reads well on a terminal too: for each load what was answered a second, then what it
// cost with many callers.
func tables(figures []figure) string {
	var b strings.Builder
	for _, l := range loads {
		of := slices.DeleteFunc(slices.Clone(figures), func(f figure) bool { return f.Figure != "locks_"+l.name })
		if len(of) == 0 {
			continue
		}
		fmt.Fprintf(&b, "### %s\n\n", l.title)
		rates(&b, l, of)
		crowds := callersOf(of)
		for _, callers := range crowds[max(0, len(crowds)-2):] {
			costs(&b, of, callers)
		}
	}
	return b.String()
}

func callersOf(figures []figure) (all []int) {
	for _, f := range figures {
		all = append(all, f.Callers)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// find is the figure of a strategy with so many callers.
func find(figures []figure, strategy string, callers int) (figure, bool) {
	i := slices.IndexFunc(figures, func(f figure) bool { return f.Of == strategy && f.Callers == callers })
	if i < 0 {
		return figure{}, false
	}
	return figures[i], true
}

func rates(b *strings.Builder, l load, figures []figure) {
	what := "Bookings"
	if l.name == "race" {
		what = "Answers (bookings and refusals)"
	}
	crowds := callersOf(figures)
	fmt.Fprintf(b, "%s a second: the median of the rounds, the lowest and highest, and the median of what it was beside the row lock in the same round.\n\n", what)
	b.WriteString("| callers |")
	for _, n := range crowds {
		fmt.Fprintf(b, " %d |", n)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(crowds)) + "\n")
	for _, s := range strategies {
		fmt.Fprintf(b, "| %s |", s.name)
		for _, n := range crowds {
			if f, ok := find(figures, s.name, n); ok {
				fmt.Fprintf(b, " **%.0f** (%.0f to %.0f), x %.2f |", f.Rate, f.RateLow, f.RateHigh, f.ToRowLock)
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
}

func costs(b *strings.Builder, figures []figure, callers int) {
	fmt.Fprintf(b, "| %s | P50 / P95 / P99 ms of a booking | refused | P50 / P99 ms of a refusal | failed | retries a request |", plural(callers))
	b.WriteString(" waiting for a lock | waits > 200 ms | deadlocks | WAL an answer | CPU an answer |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, s := range strategies {
		f, ok := find(figures, s.name, callers)
		if !ok {
			continue
		}
		cpu := "not told"
		if f.CPU >= 0 {
			cpu = fmt.Sprintf("%.0f us", f.CPU)
		}
		no := ""
		if f.Refused > 0 {
			no = fmt.Sprintf("%.1f / %.1f", f.NoP50, f.NoP99)
		}
		fmt.Fprintf(b, "| %s | %.1f / %.1f / %.1f | %s | %s | %s | %.2f | %.1f | %d | %d | %.0f B | %s |\n", s.name, f.P50, f.P95, f.P99,
			share(f.Refused, f.Requests), no, failures(f), f.Retries, f.Waiting, f.LongWaits, f.Deadlocks, f.WAL, cpu)
	}
	b.WriteString("\n")
}

// failures are the share of requests that came to nothing, and why.
func failures(f figure) string {
	text := share(f.Failed, f.Requests)
	for i, why := range slices.Sorted(maps.Keys(f.Why)) {
		text += []string{": ", ", "}[min(i, 1)] + why
		if len(f.Why) > 1 {
			text += fmt.Sprintf(" %d", f.Why[why])
		}
	}
	return text
}

func plural(callers int) string {
	if callers == 1 {
		return "1 caller"
	}
	return fmt.Sprintf("%d callers", callers)
}

func share(n, all int) string {
	switch {
	case n == 0 || all == 0:
		return "0"
	case n*1000 < all:
		return fmt.Sprintf("%d of %d", n, all)
	}
	return fmt.Sprintf("%.1f %%", float64(n)*100/float64(all))
}
