// Package invariant evaluates what must be true of a live database at any moment: the promises of the domain as named SQL
// predicates that return no rows, what was digested, and the walls of the catalogue. It reads only, and it decides
// nothing: what to do about a violation is for people.
//
// What is not judged here: whether somebody earlier in a queue was passed over without a recorded reason. That needs the
// state of the queue at each past selection, which rows as they stand no longer tell; it is proven by the tests of the
// desk.
package invariant
