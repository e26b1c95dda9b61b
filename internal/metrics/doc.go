// Package metrics owns the figures that an operator's Prometheus collects: their names, what each means, and the labels that
// it may have. A label is one of few words that stand in the program; none is the id of anything or tells of a tenant or a
// person. Who does the work tells this room of it and doesn't wait; where the figures are served is app's business.
package metrics
