// Package ical owns how bookings look in other people's calendars: it writes a feed as iCalendar text (RFC 5545), which
// calendar programs fetch again and again, and what the secret address of a feed looks like. It is pure: events and a moment
// in, bytes out. Whose events they are, who may read them and what they tell is decided by the caller.
//
// A program recognises an event by its UID and takes the version with the higher Sequence. An event that was called off
// therefore stays in the feed for a while, as Cancelled: one that is merely gone may live on in somebody's calendar.
package ical
