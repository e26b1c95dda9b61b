package graph

// Operations are the commands of people's daily work.
type Operations interface{}

// OperationsReader is what is read of arrivals and series.
type OperationsReader interface{}
