package graph

// Openings are the commands of opening rules.
type Openings interface{}

// OpeningReader is what is read of opening rules, clocks and holidays.
type OpeningReader interface{}
