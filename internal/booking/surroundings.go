package booking

// Surroundings are reads of what lies around slots: the time that others keep of their resources, pauses, arrivals.
type Surroundings interface{}
