//go:build !race

package booking_test

const raced = false
