package reading

import "time"

// ArrivalWindow is a quarter of an hour of a venue and who arrives in it.
type ArrivalWindow struct {
	From, Until       time.Time
	Parties           int
	Covers            int
	OverriddenParties int
	OverriddenCovers  int
	MostParties       *int
	MostCovers        *int
}
