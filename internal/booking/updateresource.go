package booking

// UpdateResource changes a resource; nil leaves a field as it is.
type UpdateResource struct {
	ResourceID      string
	Name            *string
	Capacity        *int
	MinParty        *int
	MaxParty        *int
	Active          *bool
	AreaID          *string
	WalkInOnly      *bool
	ExpectedVersion int
	Key             string
}
