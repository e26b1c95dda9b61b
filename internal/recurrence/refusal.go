package recurrence

import "fmt"

// FirstDate is the Part of a refusal that concerns the first date and not the rule's text. It is iCalendar's name for it.
const FirstDate = "DTSTART"

// Refusal is why a rule, or a rule with this first date, isn't taken.
type Refusal struct {
	Part   string // as in the rule: FREQ, BYHOUR, ...; FirstDate; or "" when the text as a whole is meant
	Reason string // a phrase for a person
}

// Error is the reason, with the part before it.
func (r *Refusal) Error() string {
	if r.Part == "" {
		return r.Reason
	}
	return r.Part + ": " + r.Reason
}

func refuse(part, format string, args ...any) error {
	return &Refusal{Part: part, Reason: fmt.Sprintf(format, args...)}
}
