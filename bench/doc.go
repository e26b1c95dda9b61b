// Package bench measures SlotQ beside something else in the same run: figures are ratios, and say on which machine they were
// taken. The numbers of record stand in docs/experiments.
package bench
