package calendar

import (
	"fmt"
	"io/fs"
	"sync"
	"time"
)

// noZone is a file among the zones that means "not set up yet".
const noZone = "Factory"

// zones keeps the locations that were asked for, by name. It is no longer than the list of the names that exist.
var zones sync.Map

// ValidateZone finds the zone of an IANA name in the data that TzdataVersion names. Aliases such as Asia/Calcutta are
// accepted and kept as written: the location's String is the given name. "", "Local", unknown names and names in another
// case are errors. Asking again costs nothing.
func ValidateZone(name string) (*time.Location, error) {
	if loc, known := zones.Load(name); known {
		return loc.(*time.Location), nil
	}
	data, err := fs.ReadFile(zoneFiles(), name)
	if err != nil || name == noZone {
		return nil, fmt.Errorf("time zone %q is not the name of an IANA zone", name)
	}
	loc, err := time.LoadLocationFromTZData(name, data)
	if err != nil {
		return nil, fmt.Errorf("time zone %q: %w", name, err)
	}
	first, _ := zones.LoadOrStore(name, loc)
	return first.(*time.Location), nil
}
