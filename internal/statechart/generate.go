package statechart

//go:generate go run ./render ../../docs/states.md
