package booking

// SetHolidays says whose public holidays a venue knows, and whether it is closed on them.
type SetHolidays struct {
	VenueID         string
	Region          *string
	Closed          bool
	ExpectedVersion int
	Key             string
}
