package demo

import (
	"fmt"
	"strings"

	"github.com/slotq/slotq/internal/booking"
)

// person is a demo customer. Addresses and numbers are of the ranges kept for examples.
type person struct{ name, email, phone string }

func (p person) contact() *booking.Contact {
	return &booking.Contact{Name: p.name, Email: &p.email, Phone: &p.phone}
}

var (
	firstNames = []string{"Mina", "Lucas", "지훈", "Elif", "서준", "Clara", "Mateo", "하은", "Oliver", "도윤", "Freya", "Yusuf", "유진", "Hannah", "민서", "Diego"}
	lastNames  = []string{"Choi", "Schmidt", "이", "Nguyen", "박", "O'Brien", "García", "강", "Rossi", "윤"}
)

// guest is the n-th of as many people as the demo needs.
func guest(n int) person {
	name := firstNames[n%len(firstNames)] + " " + lastNames[(n/len(firstNames)+n)%len(lastNames)]
	return person{name: name, email: fmt.Sprintf("guest%d@example.com", n), phone: fmt.Sprintf("+1 212 555 %04d", 110+n%80)}
}

// key is an idempotency key of the demo; equal parts make equal keys, so that seeding twice replays.
func key(parts ...any) string {
	text := []string{"demo-seed-key"}
	for _, part := range parts {
		text = append(text, fmt.Sprint(part))
	}
	return strings.Join(text, "-")
}
