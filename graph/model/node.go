package model

// Node is anything that has an id of its own. The domain's types don't know that they are nodes, so any value will do.
type Node any
