package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// summary is what a storm came to.
type summary struct {
	Circumstances circumstances  `json:"circumstances"`
	Seed          uint64         `json:"seed"`
	Seconds       float64        `json:"seconds"`
	Faults        map[string]int `json:"faults"` // by kind
	Cuts          map[string]int `json:"cuts"`   // connections cut, by how
	Extra         map[string]int `json:"extra"`  // what clients did besides
	Live          live           `json:"live"`   // what the watchers heard
	Commands      int            `json:"commands"`
	Sent          int            `json:"requests"`
	Answers       map[string]int `json:"answers"`
	P50           float64        `json:"answerP50Ms"`
	P99           float64        `json:"answerP99Ms"`
	Checked       checks         `json:"checked"` // over all rounds
	Violations    int            `json:"violations"`
	Recovery      []recovered    `json:"recovery"`
	Rounds        []outcome      `json:"rounds"`
	Strikes       []strike       `json:"strikes"`
	PerSecond     []second       `json:"perSecond"`
	Recoveries    []recovery     `json:"recoveries"`
}

// recovered is how quickly a sort of node worked again.
type recovered struct {
	Who   string  `json:"who"`
	Times int     `json:"times"`
	P50   float64 `json:"p50Ms"`
	P99   float64 `json:"p99Ms"`
	Max   float64 `json:"maxMs"`
	After string  `json:"maxAfter"` // the fault after which it took longest
}

// live is what the sockets carried.
type live struct {
	Watchers int `json:"watchers"`
	Sockets  int `json:"sockets"` // opened; all but one of each watcher because the one before broke
	Changes  int `json:"changes"` // heard
	Resyncs  int `json:"resyncs"`

	P50 float64 `json:"lateP50Ms"` // how long after they happened
	P99 float64 `json:"lateP99Ms"`

	Told   int64 `json:"natsMessages"` // of events, as the processes sent them
	Resent int64 `json:"natsResent"`   // by us
}

func (s *storm) heardLive() (l live) {
	for _, w := range s.watchers {
		w.mu.Lock()
		l.Watchers++
		l.Sockets += w.opened
		l.Changes += w.heard
		l.Resyncs += w.missed
		w.mu.Unlock()
	}
	late := s.latenessBetween(time.Time{}, time.Now()).milliseconds()
	l.P50, l.P99 = quantile(late, 0.5), quantile(late, 0.99)
	if p := s.rig.post; p != nil {
		l.Told, l.Resent = p.heard.Load(), p.resent.Load()
	}
	return l
}

func (s *storm) summary(c circumstances) summary {
	l := s.log
	l.mu.Lock()
	defer l.mu.Unlock()
	sum := summary{
		Circumstances: c, Seed: s.seed, Seconds: l.since(), Faults: map[string]int{}, Cuts: s.rig.cuts.all(), Answers: maps.Clone(l.answers),
		Rounds: s.rounds, Strikes: l.strikes, PerSecond: l.seconds, Extra: l.extra.all(), Live: s.heardLive(),
	}
	for _, one := range l.strikes {
		sum.Faults[one.Kind]++
	}
	for _, r := range s.rounds {
		sum.Commands += r.Commands
		sum.Sent += r.Sent
		sum.Violations += len(r.Violations)
		sum.Checked.Invariants += r.Checks.Invariants * r.Checks.Tenants
		sum.Checked.Tenants = r.Checks.Tenants
		sum.Checked.Keys += r.Checks.Keys
		sum.Checked.Histories += r.Checks.Histories
		sum.Checked.Acts += r.Checks.Acts
		sum.Checked.Undecided += r.Checks.Undecided
	}
	took := []float64{}
	for _, d := range l.took {
		took = append(took, float64(d)/float64(time.Millisecond))
	}
	sum.P50, sum.P99 = quantile(took, 0.5), quantile(took, 0.99)
	sum.Recovery = append(sum.Recovery, s.recovered("a node that answers: its first answer", s.rig.apis), s.recovered("a node that works: ready again", s.rig.workers))
	for _, n := range s.rig.nodes() {
		sum.Recoveries = append(sum.Recoveries, n.heals.all()...)
	}
	return sum
}

func (s *storm) recovered(who string, nodes []*node) recovered {
	found := recovered{Who: who}
	var took []float64
	for _, n := range nodes {
		for _, r := range n.heals.all() {
			took = append(took, r.MS)
			if r.MS > found.Max {
				found.Max, found.After = r.MS, r.Fault
			}
		}
	}
	found.Times, found.P50, found.P99 = len(took), quantile(took, 0.5), quantile(took, 0.99)
	return found
}

// line is one line of the table.
type line struct{ name, value string }

func (sum summary) lines() (all []line) {
	add := func(name, format string, values ...any) {
		all = append(all, line{name, fmt.Sprintf(format, values...)})
	}
	add("seed", "%d", sum.Seed)
	add("rounds", "%d in %.0f s", len(sum.Rounds), sum.Seconds)
	struck, cuts := 0, 0
	for _, n := range sum.Faults {
		struck += n
	}
	for _, n := range sum.Cuts {
		cuts += n
	}
	add("faults", "%d: %s", struck, counted(sum.Faults))
	add("connections cut", "%d: %s", cuts, counted(sum.Cuts))
	add("commands", "%d, in %d requests", sum.Commands, sum.Sent)
	add("besides", "%s", counted(sum.Extra))
	add("answers", "%s", counted(sum.Answers))
	add("an answer took", "p50 %.0f ms, p99 %.0f ms (of those that told an outcome)", sum.P50, sum.P99)
	for _, r := range sum.Recovery {
		add("recovery", "%s after p50 %.0f ms, p99 %.0f ms, at most %.0f ms (%s; %d times)", r.Who, r.P50, r.P99, r.Max, cmp.Or(r.After, "none"), r.Times)
	}
	add("live", "%d watchers heard %d changes on %d sockets, each once and in order, p50 %.0f ms and p99 %.0f ms after they happened; %d times told to read anew",
		sum.Live.Watchers, sum.Live.Changes, sum.Live.Sockets, sum.Live.P50, sum.Live.P99, sum.Live.Resyncs)
	if sum.Live.Told > 0 {
		add("nats", "%d messages of events, and %d messages sent again", sum.Live.Told, sum.Live.Resent)
	}
	for _, s := range sum.Strikes {
		if s.Kind == pileKind {
			add("backlog", "round %d: %s", s.Round, s.What)
		}
	}
	undecided := ""
	if sum.Checked.Undecided > 0 {
		undecided = fmt.Sprintf(", %d of them undecided", sum.Checked.Undecided)
	}
	add("checked", "%d invariants (of every tenant, after every round), %d keys, %d histories of slots with %d acts%s",
		sum.Checked.Invariants, sum.Checked.Keys, sum.Checked.Histories, sum.Checked.Acts, undecided)
	add("violations", "%d", sum.Violations)
	return all
}

func counted(n map[string]int) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(n)) {
		all = append(all, fmt.Sprintf("%s %d", name, n[name]))
	}
	return strings.Join(all, ", ")
}

// print writes the table for people.
func (sum summary) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w)
	for _, l := range sum.lines() {
		_, _ = fmt.Fprintf(w, "%s\t%s\n", l.name, l.value)
	}
	_, _ = fmt.Fprintf(w, "\t%s\n", sum.Circumstances)
	return w.Flush()
}

// raw is the whole as JSON.
func (sum summary) raw() []byte {
	text, _ := json.Marshal(sum) // plain fields
	return append(text, '\n')
}
