package booking

// HouseChanges are what a decision writes of venues, areas, resources, pauses and switches.
type HouseChanges struct{}

// HouseLookups are what commands on venues, areas, resources, pauses and switches read and lock.
type HouseLookups interface{}
