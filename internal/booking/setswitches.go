package booking

// SetSwitches turns on or off what a venue sends out of itself; nil leaves a switch as it is.
type SetSwitches struct {
	VenueID         string
	Offers          *bool
	Notices         *bool
	AllowListed     *bool
	AllowList       []string // nil keeps it
	Reason          string
	ExpectedVersion int
	Key             string
}
