package booking

import (
	"fmt"
	"strings"
	"time"
)

// summaryOf says a deed in one sentence.
func summaryOf(p preview, zone *time.Location) words {
	en, ko := slotWords(p.Slots, zone)
	enFrom, koFrom := slotWords(p.Leaves, zone)
	people, at := fmt.Sprintf("%d people", p.PartySize), fmt.Sprintf("%s (%s)", p.Venue.Name, p.Venue.TimeZone)
	if p.PartySize == 1 {
		people = "1 person"
	}
	head := func(what string) string { return fmt.Sprintf("%s — %s, %d명: ", what, at, p.PartySize) }
	switch p.Action {
	case toRequest:
		return words{fmt.Sprintf("Reserve for %s at %s: %s.", people, at, en), head("예약 요청") + ko}
	case toCancel:
		return words{fmt.Sprintf("Cancel the reservation for %s at %s: %s.", people, at, en), head("예약 취소") + ko}
	case toMove:
		return words{fmt.Sprintf("Move the reservation for %s at %s from %s to %s.", people, at, enFrom, en), head("예약 변경") + koFrom + " → " + ko}
	case toJoin:
		en, ko = spanWords(*p.From, *p.To, zone)
		return words{fmt.Sprintf("Join the waitlist for %s at %s: any time within %s.", people, at, en), head("대기 등록") + ko + " 사이"}
	default:
		return words{fmt.Sprintf("Accept the offer for %s at %s: %s.", people, at, en), head("제안 수락") + ko}
	}
}

// slotWords lists every slot: a person who says yes has read them all.
func slotWords(slots []previewSlot, zone *time.Location) (english, korean string) {
	var en, ko []string
	for _, s := range slots {
		enSpan, koSpan := spanWords(s.StartsAt, s.EndsAt, zone)
		en, ko = append(en, s.Resource+", "+enSpan), append(ko, s.Resource+", "+koSpan)
	}
	return strings.Join(en, "; "), strings.Join(ko, "; ")
}

// spanWords says a time as it is said at the venue, with the distance from UTC: a night on which clocks are set back has
// some hours twice.
func spanWords(from, to time.Time, zone *time.Location) (english, korean string) {
	from, to = from.In(zone), to.In(zone)
	oneDay, oneOffset := from.Format(time.DateOnly) == to.Format(time.DateOnly), from.Format("-07:00") == to.Format("-07:00")
	begins, ends, dash, wave := from.Format("15:04"), to.Format("15:04 UTC-07:00"), "–", "~"
	if !oneOffset {
		begins = from.Format("15:04 UTC-07:00")
	}
	if !oneDay || !oneOffset {
		dash, wave = " – ", " ~ "
	}
	english, korean = dayInEnglish(from)+begins+dash, dayInKorean(from)+begins+wave
	if !oneDay {
		return english + dayInEnglish(to) + ends, korean + dayInKorean(to) + ends
	}
	return english + ends, korean + ends
}

func dayInEnglish(t time.Time) string { return t.Format("Mon 2 Jan 2006, ") }

// koreanDays are the days of the week, from Sunday on.
var koreanDays = [...]string{"일", "월", "화", "수", "목", "금", "토"}

func dayInKorean(t time.Time) string {
	return fmt.Sprintf("%d년 %d월 %d일(%s) ", t.Year(), t.Month(), t.Day(), koreanDays[t.Weekday()])
}

// noteOf says what happens on a yes.
func noteOf(action string, at *scene) words {
	switch {
	case action == toRequest && at.waits:
		return waitingNote
	case at.tied:
		return tiedNotes[action]
	default:
		return notes[action]
	}
}

var (
	waitingNote = words{"The place is asked for; if none is free, the request waits for one. Nothing is kept until then.",
		"자리를 요청하며, 빈자리가 없으면 날 때까지 기다립니다. 그때까지 확보된 자리는 없습니다."}
	notes = map[string]words{
		toRequest: {"The place is reserved if it is still free then. Nothing is kept until then.",
			"그때 자리가 남아 있으면 예약됩니다. 그때까지 확보된 자리는 없습니다."},
		toCancel: {"The place is given back, and may go to somebody else at once.",
			"자리가 반납되며, 곧바로 다른 사람에게 돌아갈 수 있습니다."},
		toMove: {"The new place is taken and the old one given back in one step; if the new one is gone by then, the old one stays.",
			"새 자리 예약과 기존 자리 반납이 한 번에 이루어집니다. 그때 새 자리가 없으면 기존 예약이 유지됩니다."},
		toJoin: {"The wish goes into the queue; as soon as a place is free for it, it is offered.",
			"대기열에 등록되며, 자리가 나는 대로 제안을 받습니다."},
		toConfirmOffer: {"The place that is kept for the offer becomes the reservation.",
			"제안을 위해 잡아 둔 자리가 예약으로 확정됩니다."},
	}
	// tiedNotes promise no more than an outside booking system keeps.
	tiedNotes = map[string]words{
		toRequest: {"An outside booking system is asked for the place and has the last word. Nothing is kept until then.",
			"외부 예약 시스템에 자리를 요청하며, 최종 결정은 그 시스템이 합니다. 그때까지 확보된 자리는 없습니다."},
		toCancel: {"An outside booking system is asked to cancel; then the place is given back.",
			"외부 예약 시스템에 취소를 요청한 뒤 자리를 반납합니다."},
		toMove: {"An outside booking system is asked for the new place and has the last word; it may have to give up the old place first.",
			"외부 예약 시스템에 새 자리를 요청하며, 최종 결정은 그 시스템이 합니다. 기존 자리를 먼저 반납해야 할 수도 있습니다."},
		toConfirmOffer: {"An outside booking system is asked to confirm the place and has the last word.",
			"외부 예약 시스템에 자리 확정을 요청하며, 최종 결정은 그 시스템이 합니다."},
	}
)
