package booking

// UpdateVenue changes a venue; nil leaves a field as it is.
type UpdateVenue struct {
	VenueID         string
	Name            *string
	TimeZone        *string
	LayoutDays      *int
	ExpectedVersion int
	Key             string
}
