//go:build race

package booking_test

// raced tells that the race detector watches, which makes everything several times slower.
const raced = true
