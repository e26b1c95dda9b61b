package booking

// CreateArea names a part of a venue.
type CreateArea struct {
	VenueID string
	Name    string
	Key     string
}

// UpdateArea renames it.
type UpdateArea struct {
	AreaID          string
	Name            string
	ExpectedVersion int
	Key             string
}
