// Package recurrence owns the rule of a series: what people may ask for when a booking repeats, and on which dates it then
// falls. A rule is a bounded part of the recurrence rules of iCalendar (RFC 5545, 3.3.10): FREQ of DAILY, WEEKLY or MONTHLY,
// INTERVAL, BYDAY, BYMONTHDAY, WKST, and an end by COUNT or UNTIL. Whatever else the standard knows is refused with the part
// and the reason, never left out in silence: a series that means less than its text would book the wrong days.
//
// A rule knows dates only. The time of day and the zone are the caller's, who turns each date into an instant by itself, so
// that no clock change moves a date, adds one or loses one.
package recurrence
