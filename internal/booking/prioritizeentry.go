package booking

// PrioritizeEntry gives a waiting entry another standing.
type PrioritizeEntry struct {
	EntryID         string
	Priority        int
	Reason          string
	ExpectedVersion int
	Key             string
}
