package booking

// AdjustCapacity changes the capacity of one slot.
type AdjustCapacity struct {
	SlotID          string
	Capacity        int
	ExpectedVersion int
	Reason          string
	Key             string
}
