package graph

// Policies are the commands of policy versions and adjustments.
type Policies interface{}

// PolicyReader is what is read of policies, adjustments and the audit.
type PolicyReader interface{}
