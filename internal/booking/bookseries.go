package booking

// BookSeries books the same time again and again.
type BookSeries struct {
	SlotIDs      []string // of the first date
	Rule         string   // as RFC 5545 writes it
	PartySize    int
	Customer     *Contact
	Note         *string
	AllOrNothing *bool
	Key          string
}
