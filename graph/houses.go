package graph

// Houses are the commands of venues, areas, resources, pauses and switches.
type Houses interface{}

// HouseReader is what is read of venues beyond their lists.
type HouseReader interface{}
