package calendar

import "time"

// Hour is a part of a civil date during which the wall clock shows one and the same hour, in UTC and half-open.
type Hour struct {
	Date        Date
	Hour        int // 0 to 23, as the wall clock shows it
	From, Until time.Time
}

// Hours divides a civil date, as DayBounds has it, by what the wall clock shows: 24 parts on most days. An hour that a clock
// change leaves out has no part; one that comes twice has two, and one that it cuts short is short. The parts meet.
func Hours(loc *time.Location, date Date) (all []Hour) {
	at, end := DayBounds(loc, date)
	for at.Before(end) {
		local := at.In(loc)
		past := time.Duration(local.Minute())*time.Minute + time.Duration(local.Second())*time.Second
		until := at.Add(time.Hour - past)
		if _, change := local.ZoneBounds(); !change.IsZero() && change.Before(until) {
			until = change.UTC()
		}
		if until.After(end) {
			until = end
		}
		all = append(all, Hour{Date: date, Hour: local.Hour(), From: at, Until: until})
		at = until
	}
	return all
}
