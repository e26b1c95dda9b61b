package calendar

import (
	"archive/zip"
	_ "embed" // for the zone data
	"fmt"
	"io/fs"
	"strings"
	"sync"
)

//go:generate sh tzdata/update.sh

// Zones are read from here and nowhere else. time.LoadLocation would take the machine's files first: two machines with
// other versions of them would lay out other slots from the same rules, and no version that we name would be true.
var (
	//go:embed tzdata/zoneinfo.zip
	zoneinfo string
	//go:embed tzdata/VERSION
	version string
)

// TzdataVersion is the version of the IANA zone data by which all times are reckoned, such as "2025c". It is part of the
// program and the same on every machine, whatever zone files that has.
func TzdataVersion() string { return strings.TrimSpace(version) }

// zoneFiles are the zone data, a file for each name.
var zoneFiles = sync.OnceValue(func() fs.FS {
	files, err := zip.NewReader(strings.NewReader(zoneinfo), int64(len(zoneinfo)))
	if err != nil {
		panic(fmt.Sprintf("calendar: the embedded zone data can't be read: %v", err))
	}
	return files
})
