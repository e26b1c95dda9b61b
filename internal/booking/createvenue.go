package booking

// CreateVenue opens a venue.
type CreateVenue struct {
	Code     string
	Name     string
	TimeZone string
	Key      string
}
