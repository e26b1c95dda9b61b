package calendar

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	_ "time/tzdata" // so that every name is known on a machine without a zone database
)

// zoneName is the shape of an IANA name. It keeps out spellings that only a file system would understand ("Asia//Seoul").
var zoneName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+_-]*(/[A-Za-z0-9+_-]+){0,2}$`)

// notPlaces are files beside the zones of some machines: they would mean another zone, or none, on the next machine.
var notPlaces = map[string]bool{"Local": true, "localtime": true, "posixrules": true, "Factory": true}

// ValidateZone finds the zone of an IANA name. Aliases such as Asia/Calcutta are accepted and kept as written:
// the location's String is the given name. "", "Local" and unknown names are errors.
func ValidateZone(name string) (*time.Location, error) {
	folder, _, _ := strings.Cut(name, "/")
	if !zoneName.MatchString(name) || notPlaces[name] || folder == "posix" || folder == "right" {
		return nil, fmt.Errorf("time zone %q is not the name of an IANA zone", name)
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("time zone %q is not known", name)
	}
	return loc, nil
}
