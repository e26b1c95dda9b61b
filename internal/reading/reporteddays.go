package reading

import (
	"time"

	"github.com/slotq/slotq/internal/calendar"
)

// reportedDays are the dates of a report, and the parts of them during which the wall clock shows one hour.
type reportedDays struct {
	dates  []calendar.Date
	bounds []time.Time // where each date begins, and where the last one ends
	parts  []calendar.Hour
}

func newReportedDays(zone *time.Location, from, to calendar.Date) (d reportedDays) {
	for date := from; !date.After(to); date = date.AddDays(1) {
		begins, ends := calendar.DayBounds(zone, date)
		if len(d.dates) == 0 {
			d.bounds = append(d.bounds, begins)
		}
		d.dates, d.bounds = append(d.dates, date), append(d.bounds, ends)
		d.parts = append(d.parts, calendar.Hours(zone, date)...)
	}
	return d
}

func (d reportedDays) span() (from, until time.Time) { return d.bounds[0], d.bounds[len(d.bounds)-1] }

// byDate adds the times of each date up, days without any included.
func (d reportedDays) byDate(times map[int]UnitTime, counts map[int]DayCounts) []ReportDay {
	sums := map[calendar.Date]UnitTime{}
	for i, part := range d.parts {
		sums[part.Date] = sums[part.Date].plus(times[i])
	}
	days := make([]ReportDay, len(d.dates))
	for i, date := range d.dates {
		days[i] = ReportDay{Date: date, DayCounts: counts[i], OpenUnitMinutes: minutes(sums[date].Open), BookedUnitMinutes: minutes(sums[date].Booked)}
	}
	return days
}

// byHour adds the times of each hour of the week up, by weekday and hour; those in which nothing stood open are left out.
func (d reportedDays) byHour(times map[int]UnitTime) []ReportHour {
	var sums [7][24]UnitTime
	for i, part := range d.parts {
		sum := &sums[part.Date.Weekday()-1][part.Hour]
		*sum = sum.plus(times[i])
	}
	hours := []ReportHour{}
	for weekday, ofDay := range sums {
		for hour, sum := range ofDay {
			if sum.Open > 0 {
				hours = append(hours, ReportHour{Weekday: weekday + 1, Hour: hour, OpenUnitMinutes: minutes(sum.Open), BookedUnitMinutes: minutes(sum.Booked)})
			}
		}
	}
	return hours
}

func (t UnitTime) plus(more UnitTime) UnitTime {
	return UnitTime{Open: t.Open + more.Open, Booked: t.Booked + more.Booked}
}

// minutes are rounded after all is added up.
func minutes(d time.Duration) int { return int(d.Round(time.Minute) / time.Minute) }
