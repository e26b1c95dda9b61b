package calendar_test

import (
	"fmt"
	"time"

	"github.com/slotq/slotq/internal/calendar"
)

// A bar in Berlin on the night on which the clocks go back: its hour from two to three comes twice.
func ExampleExpand() {
	berlin, _ := calendar.ValidateZone("Europe/Berlin")
	opens, _ := calendar.ParseClockTime("23:00")
	closes, _ := calendar.ParseClockTime("03:00")
	night := calendar.NewDate(2026, time.October, 24)
	windows := []calendar.Window{{Weekdays: []int{6}, Opens: opens, Closes: closes, SlotLength: time.Hour}}
	for _, s := range calendar.Expand(berlin, windows, nil, night, night.AddDays(1)) {
		fmt.Println(s.StartsAt.In(berlin).Format("02 15:04 MST"))
	}
	// Output:
	// 24 23:00 CEST
	// 25 00:00 CEST
	// 25 01:00 CEST
	// 25 02:00 CEST
	// 25 02:00 CET
}
