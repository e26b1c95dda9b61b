// Package demo fills a database with three living tenants, so that a newcomer has something to touch: a restaurant in
// Seoul, a clinic in Berlin, a library in New York. Basics are written as rows; everything that is booked or waited for is
// made by the desk's own commands.
package demo

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
)

// tenant is one demo tenant with its one venue.
type tenant struct {
	code, name   string
	venue        venue
	resources    []resource
	windows      []window
	customers    [2]person // customerA and customerB
	staff, admin string
}

type venue struct{ code, name, zone string }

type resource struct {
	name               string
	kind               inventory.ResourceKind
	capacity, min, max int
}

// window is a weekly rule; weekdays are bits from Monday on, times are minutes after midnight.
type window struct{ weekdays, opens, closes, slot int }

const (
	everyDay = 0b1111111
	workdays = 0b0011111
	hour     = 60
)

func tenants() []tenant {
	return []tenant{
		{
			code: storyTenant, name: "한옥 다이닝 Hanok Dining", venue: venue{"bukchon", "북촌 Bukchon", "Asia/Seoul"},
			resources: tables(), windows: []window{{everyDay, 11*hour + 30, 14*hour + 30, 90}, {everyDay, 17 * hour, 23 * hour, 120}},
			customers: [2]person{{"김서연", "seoyeon.kim@example.com", "+82 2-312-3456"}, {"Noah Park", "noah.park@example.com", "+82 2-312-3457"}},
			staff:     "이하늘", admin: "박지우",
		},
		{
			code: "spree-klinik", name: "Spree Klinik", venue: venue{"mitte", "Berlin Mitte", "Europe/Berlin"},
			resources: []resource{{"Dr. Lena Vogel", inventory.Exclusive, 1, 1, 1}, {"Dr. Emre Aydin", inventory.Exclusive, 1, 1, 1}, {"Dr. 최민아", inventory.Exclusive, 1, 1, 1}},
			windows:   []window{{workdays, 8 * hour, 12 * hour, 20}, {workdays, 13 * hour, 17 * hour, 20}},
			customers: [2]person{{"Marta Klein", "marta.klein@example.com", "+49 30 23125001"}, {"Jonas Weber", "jonas.weber@example.com", "+49 30 23125002"}},
			staff:     "Ines Brandt", admin: "Paul Richter",
		},
		{
			code: libraryTenant, name: "Hudson Library", venue: venue{"main", "Main Reading House", "America/New_York"},
			resources: append(seats(60), resource{"Group Room", inventory.Pooled, 20, 1, 8}), windows: []window{{everyDay, 9 * hour, 21 * hour, 120}},
			customers: [2]person{{"Ava Johnson", "ava.johnson@example.com", "+1 212 555 0101"}, {"정우진", "woojin.jung@example.com", "+1 212 555 0102"}},
			staff:     "Grace Lee", admin: "Samuel Ortiz",
		},
	}
}

// tables are twelve tables of three sizes; the fifth is the one that the story keeps free.
func tables() []resource {
	var all []resource
	for i := 1; i <= 12; i++ {
		t := resource{fmt.Sprintf("Table %d", i), inventory.Exclusive, 1, 2, 4}
		switch {
		case i <= 4:
			t.min, t.max = 1, 2
		case i >= 10:
			t.min, t.max = 4, 8
		}
		all = append(all, t)
	}
	return all
}

// The story plays at the restaurant. Its evening keeps this table free, which suits a party of two, while it can.
const (
	storyTenant = "hanok"
	storyTable  = "Table 5"
)

func seats(n int) []resource {
	var all []resource
	for i := 1; i <= n; i++ {
		all = append(all, resource{fmt.Sprintf("Seat %02d", i), inventory.Exclusive, 1, 1, 1})
	}
	return all
}

// space makes the demo's ids the same at every start, so that a second one finds what the first made.
var space = uuid.NewSHA1(uuid.NameSpaceURL, []byte("slotq demo"))

func (t tenant) id(parts ...string) uuid.UUID {
	name := t.code
	for _, part := range parts {
		name += "\x00" + part
	}
	return uuid.NewSHA1(space, []byte(name))
}

func (t tenant) tenantID() uuid.UUID { return t.id() }
func (t tenant) venueID() uuid.UUID  { return t.id("venue", t.venue.code) }
