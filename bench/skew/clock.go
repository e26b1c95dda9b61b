package main

import (
	"fmt"
	"strings"
)

// variable says by how much a clock is wrong.
const variable = "SLOTQ_CLOCK_SKEW"

// The places of the toolchain's time.go that are changed. Each must be there once, or this release of Go needs another look.
const (
	imports = "import (\n"
	reading = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
)

// offset is read once, when the program starts: package time may ask for the environment, because it does so for TZ already.
const offset = `
// wrongBy is how many seconds this program's clock is ahead; of one that is behind, less than none.
var wrongBy = func() int64 {
	said, found := syscall.Getenv("` + variable + `")
	if !found {
		return 0
	}
	by, err := ParseDuration(said)
	if err != nil || by%Second != 0 {
		panic("` + variable + ` must be whole seconds such as -7m: " + said)
	}
	return int64(by / Second)
}()
`

// wrong is time.go with a clock whose wall is off and whose monotonic part is not.
func wrong(source string) (string, error) {
	for _, place := range []struct{ old, new string }{
		{imports, imports + "\t\"syscall\"\n"},
		{reading, reading + "\tsec += wrongBy\n"},
	} {
		if n := strings.Count(source, place.old); n != 1 {
			return "", fmt.Errorf("this text is there %d times and not once, so this release of Go needs another way: %q", n, place.old)
		}
		source = strings.Replace(source, place.old, place.new, 1)
	}
	return source + offset, nil
}
