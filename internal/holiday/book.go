package holiday

import (
	_ "embed" // the holidays are part of the program
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/slotq/slotq/internal/calendar"
)

//go:embed holidays.json
var embedded []byte

// page is one holiday of one or more regions: most are shared, so each is kept once.
type page struct {
	Name      string
	Local     string
	Estimated bool
	Dates     string
}

// book is the whole data set, with the regions by their code.
type book struct {
	Source   string
	First    calendar.Date
	Last     calendar.Date
	Holidays []page
	Regions  []struct {
		Region
		Holidays []int
	}
	places map[string]int
}

// open reads the book at the first question and keeps it: a program that is never asked pays nothing.
var open = sync.OnceValue(func() *book {
	b := &book{places: map[string]int{}}
	if err := json.Unmarshal(embedded, b); err != nil {
		panic(fmt.Sprintf("the embedded holidays cannot be read: %v", err)) // a fault of the build, which the tests find
	}
	for i, region := range b.Regions {
		b.places[region.Code] = i
	}
	return b
})

// Attribution names the source of the data and its licence, which asks that whoever shows the holidays shows it too.
func Attribution() string {
	return "Public holidays after " + open().Source + " by commenthol and contributors, and Wikipedia; changed; CC BY-SA 3.0"
}

// days lists the dates of a holiday as Days of one name.
func (p page) days() []Day {
	local := p.Local
	if local == "" {
		local = p.Name
	}
	var days []Day
	for _, text := range strings.Fields(p.Dates) {
		date, err := calendar.ParseDate(text)
		if err != nil {
			panic(fmt.Sprintf("the embedded holidays: %s: %v", p.Name, err)) // as above
		}
		days = append(days, Day{Date: date, Name: p.Name, LocalName: local, Estimated: p.Estimated})
	}
	return days
}
