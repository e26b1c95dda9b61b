package ical

// Privacy says how much a feed shows.
type Privacy string

// The two ways.
const (
	Busy    Privacy = "BUSY"    // only that the time is taken
	Details Privacy = "DETAILS" // names, party sizes and states too
)

// PrivacyValues lists both ways.
func PrivacyValues() []Privacy { return []Privacy{Busy, Details} }
