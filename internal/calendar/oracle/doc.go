// Package oracle holds a second opinion on the calendar: expand.mjs reckons the slots of opening rules by a Temporal polyfill,
// and a test compares them with the calendar's, slot by slot, over many zones and rules. Nothing of it is in the program.
package oracle
