package loadtest

import (
	"fmt"
	"strconv"
)

// failure is the answer as an error, nil if the call was done.
func (a Answer) failure(what string) error {
	switch {
	case a.Err != nil:
		return fmt.Errorf("%s: %w", what, a.Err)
	case a.Refused != "":
		return fmt.Errorf("%s: refused: %s", what, a.Refused)
	}
	return nil
}

// patience reports whether the same should be asked again in a moment. An error says that there is no point.
func (a Answer) patience() (bool, error) {
	switch a.Refused {
	case "RATE_LIMITED", "UNAVAILABLE", "IN_PROGRESS":
		return true, nil
	case "FORBIDDEN", "UNAUTHENTICATED":
		return false, fmt.Errorf("refused: %s: making a venue takes an administrator's token", a.Refused)
	case "":
		return false, a.Err
	}
	return false, fmt.Errorf("refused: %s", a.Refused)
}

// number reads what a server wrote as a number.
func number(text string) int {
	n, _ := strconv.Atoi(text) // of a field that the contract calls an Int
	return n
}
