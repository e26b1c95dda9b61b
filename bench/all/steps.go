package main

import "time"

// step is one measurement: a program with its flags. One of bench/ goes by its name, and is built first.
type step struct {
	name  string
	about time.Duration // what it takes on two quiet cores
	run   []string
}

const record = "docs/experiments"

// short says where things stand; full is for the pages of record.
func short(slotq string) []step {
	return []step{
		bench("quick", 80*time.Second, "-slotq", slotq, "-rounds", "4", "-round", "2s", "-places", "12", "-events", "50"),
		bench("doors", 50*time.Second, "-slotq", slotq, "-only", "crowd", "-crowd", "3000"),
		bench("locks", 40*time.Second, "-rounds", "1", "-seconds", "1", "-callers", "8,32"),
		bench("flat", 40*time.Second, "-slotq", slotq, "-quick"),
	}
}

func full(slotq string) []step {
	const beside = "fanout,spread,hot,lists"
	return []step{
		named("throughput", bench("quick", 5*time.Minute, "-slotq", slotq, "-only", "spread,hot,story,offers,fairness,intents",
			"-rounds", "8", "-round", "2s", "-places", "24", "-offers", "1000", "-write", record+"/throughput")),
		named("peers", bench("quick", 4*time.Minute, "-slotq", slotq, "-only", beside, "-hot-peer", "-rounds", "8", "-round", "2s", "-places", "24", "-events", "100", "-write", record+"/peers")),
		bench("doors", 6*time.Minute, "-slotq", slotq, "-write", record+"/doors"),
		bench("locks", 20*time.Minute, "-write", record),
		bench("flat", 15*time.Minute, "-slotq", slotq, "-write", record),
		{"listing", 2 * time.Minute, goTest("ListingAMonth", "3x")},
		{"report", 2 * time.Minute, goTest("Report$", "5x")},
	}
}

// bench is a program of this folder.
func bench(name string, about time.Duration, flags ...string) step {
	return step{name, about, append([]string{"./bench/" + name}, flags...)}
}

func named(name string, s step) step {
	s.name = name
	return s
}

// goTest is a benchmark that stands among the tests, on a cluster of its own.
func goTest(pattern, times string) []string {
	return []string{"go", "run", "./internal/pgtest/withcluster", "go", "test", "-timeout", "8m", "-run", "^$", "-bench", pattern, "-benchtime", times, "./bench"}
}
