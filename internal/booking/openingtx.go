package booking

// OpeningChanges are what a decision writes of opening rules.
type OpeningChanges struct{}

// OpeningLookups are what commands on opening rules read and lock.
type OpeningLookups interface{}
