// Package calendarfeed is the door for calendar programs: GET /calendar/<secret>.ics answers with iCalendar text. There is
// no login, no list and nothing but reading; the address is the key, so it stands in no log. Which reservations a calendar
// shows, and how much of them, is reading's to say, and the text is ical's.
package calendarfeed
