package booking

import (
	"time"
)

// ActivatePolicy puts a draft in force, now or at a time.
type ActivatePolicy struct {
	PolicyVersionID string
	At              *time.Time
	ExpectedVersion int
	Key             string
}
