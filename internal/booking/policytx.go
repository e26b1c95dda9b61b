package booking

// PolicyChanges are what a decision writes of policy versions and adjustments.
type PolicyChanges struct{}

// PolicyLookups are what commands on policy versions and adjustments read and lock.
type PolicyLookups interface{}
