package main

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// series is what one measure came to at one side, round by round.
type series struct{ rounds []*took }

// took is how long each deed of a round took, and how long the round.
type took struct {
	mu     sync.Mutex
	times  []time.Duration
	lasted time.Duration
	spent  time.Duration // of processors, by the house and PostgreSQL; nothing where it wasn't taken
}

func (t *took) add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.times = append(t.times, d)
}

// round begins one more round of a measure at a side.
func (b *bench) round(measure, side string) *took {
	key := measure + " " + side
	if b.series[key] == nil {
		b.series[key] = &series{}
	}
	t := &took{}
	b.series[key].rounds = append(b.series[key].rounds, t)
	return t
}

// quantile is the time that a share of all deeds of all rounds took at most.
func (s *series) quantile(q float64) float64 {
	var all []time.Duration
	for _, r := range s.rounds {
		all = append(all, r.times...)
	}
	return quantile(all, q)
}

func quantile(times []time.Duration, q float64) float64 {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return float64(sorted[min(int(q*float64(len(sorted))), len(sorted)-1)].Microseconds()) / 1000
}

// deeds is how many there were.
func (s *series) deeds() (n int) {
	for _, r := range s.rounds {
		n += len(r.times)
	}
	return n
}

// rate is how many a second, all rounds together.
func (s *series) rate() float64 {
	var lasted time.Duration
	for _, r := range s.rounds {
		lasted += r.lasted
	}
	return float64(s.deeds()) / max(lasted.Seconds(), 1e-9)
}

// each is the processor time of one deed, in microseconds.
func (s *series) each() float64 {
	var spent time.Duration
	for _, r := range s.rounds {
		spent += r.spent
	}
	return float64(spent.Microseconds()) / float64(max(s.deeds(), 1))
}

// medians are those of the rounds: the lowest, the one in the middle and the highest.
func (s *series) medians() (low, mid, high float64) {
	var all []float64
	for _, r := range s.rounds {
		if len(r.times) > 0 {
			all = append(all, quantile(r.times, 0.5))
		}
	}
	if len(all) == 0 {
		return 0, 0, 0
	}
	slices.Sort(all)
	return all[0], all[len(all)/2], all[len(all)-1]
}

// beside are the medians of one series as multiples of another's, round by round: what else the machine did then meets both.
func (s *series) beside(other *series) (low, mid, high float64) {
	var all []float64
	for i := range min(len(s.rounds), len(other.rounds)) {
		ours, theirs := quantile(s.rounds[i].times, 0.5), quantile(other.rounds[i].times, 0.5)
		if ours > 0 && theirs > 0 {
			all = append(all, ours/theirs)
		}
	}
	if len(all) == 0 {
		return 0, 0, 0
	}
	slices.SortFunc(all, cmp.Compare[float64])
	n := len(all)
	return all[0], (all[(n-1)/2] + all[n/2]) / 2, all[n-1]
}
