package recurrence

import "strings"

// maxText is more than any rule needs: each entry of BYDAY that there is, once.
const maxText = 500

// parts are the parts of a rule in the order in which they are read: what may be said depends on FREQ.
var parts = []struct {
	name string
	read func(*Rule, string) error
}{
	{"FREQ", (*Rule).readFrequency},
	{"INTERVAL", (*Rule).readInterval},
	{"BYDAY", (*Rule).readDays},
	{"BYMONTHDAY", (*Rule).readMonthDays},
	{"WKST", (*Rule).readWeekStart},
	{"COUNT", (*Rule).readCount},
	{"UNTIL", (*Rule).readUntil},
}

// refused are the parts that other calendars write, and why there is no place for them here.
var refused = map[string]string{
	"BYSECOND":  "the time of day is the booking's, a rule repeats on dates",
	"BYMINUTE":  "the time of day is the booking's, a rule repeats on dates",
	"BYHOUR":    "the time of day is the booking's, a rule repeats on dates",
	"BYMONTH":   "a rule can't leave months out by name; use INTERVAL",
	"BYWEEKNO":  "a rule can't name weeks of the year",
	"BYYEARDAY": "a rule can't name days of the year",
	"BYSETPOS":  "give each weekday its place instead, such as BYDAY=-1FR",
	"DTSTART":   "the first date is given apart from the rule",
	"EXDATE":    "dates that are left out are given apart from the rule",
	"RDATE":     "dates that are added are given apart from the rule",
}

// Parse reads the text of a rule, with or without "RRULE:" before it. Parts stand in any order and letters may be small, as
// in the standard. Every error is a *Refusal.
func Parse(text string) (Rule, error) {
	values, err := split(text)
	if err != nil {
		return Rule{}, err
	}
	if _, given := values["FREQ"]; !given {
		return Rule{}, refuse("FREQ", "must be given: DAILY, WEEKLY or MONTHLY")
	}
	_, counted := values["COUNT"]
	_, dated := values["UNTIL"]
	switch {
	case counted && dated:
		return Rule{}, refuse("UNTIL", "give COUNT or UNTIL, not both")
	case !counted && !dated:
		return Rule{}, refuse("COUNT", "a series must end: give COUNT or UNTIL")
	}
	rule := Rule{interval: 1, weekStart: monday}
	for _, part := range parts {
		value, given := values[part.name]
		if !given {
			continue
		}
		err := part.read(&rule, value)
		if err != nil {
			return Rule{}, err
		}
	}
	if !rule.weekStartMatters() {
		rule.weekStart = monday
	}
	return rule, nil
}

// split takes a rule apart, and lets pass only the parts that are read here, each once.
func split(text string) (map[string]string, error) {
	text = strings.TrimSpace(text)
	if len(text) > maxText {
		return nil, refuse("", "the rule is longer than %d characters", maxText)
	}
	// Before letters are made large: some letters beyond ASCII turn into others within it.
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		return nil, refuse("", "the rule must be one line of ASCII letters, digits and signs, such as FREQ=WEEKLY;COUNT=10")
	}
	text = strings.TrimPrefix(strings.ToUpper(text), "RRULE:")
	values := map[string]string{}
	for part := range strings.SplitSeq(text, ";") {
		name, value, isPart := strings.Cut(part, "=")
		if !isPart || name == "" || value == "" {
			return nil, refuse("", "%q is not a part of a rule such as FREQ=WEEKLY", part)
		}
		if why, known := refused[name]; known {
			return nil, refuse(name, "%s", why)
		}
		if !isRead(name) {
			return nil, refuse(name, "is no part of a rule that is known here")
		}
		if _, twice := values[name]; twice {
			return nil, refuse(name, "is given twice")
		}
		values[name] = value
	}
	return values, nil
}

func isRead(name string) bool {
	for _, part := range parts {
		if part.name == name {
			return true
		}
	}
	return false
}
