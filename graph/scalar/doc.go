// Package scalar owns how single values of the GraphQL contract are read and written: numbers, texts, times, keys, and the
// enums that clients send. A value that can't be is a *problem.Invalid without a field, for only the door knows where it
// stood; a key that can't be is problem.ErrInvalidKey. What values mean is the domain's work.
package scalar
