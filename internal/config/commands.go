package config

// Demo serves three living tenants.
type Demo struct {
	Serve
	Lively bool `name:"lively" env:"SLOTQ_LIVELY" help:"Let simulated customers book, cancel and wait, so that a live screen moves."`
}

// Migrate is about the tables of a database.
type Migrate struct {
	Up     Database `cmd:"" help:"Apply what is missing. Safe to run on several nodes at once."`
	Status Database `cmd:"" help:"Say which migrations are applied. Writes nothing."`
}

// Verify checks the invariants of a database.
type Verify struct {
	Database
	Sample int `help:"Also try so many slots at each venue: what is listed as bookable must be held (and is given back), the rest refused for a listed reason."`
}

// Schema prints the public contract; it needs nothing.
type Schema struct{}
