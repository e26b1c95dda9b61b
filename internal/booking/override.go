package booking

// Override books against the rules of the house, for a reason. What others hold stays a wall.
type Override struct{ Reason string }
