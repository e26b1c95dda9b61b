package demo

import (
	"fmt"
	"strings"
	"time"

	"github.com/slotq/slotq/internal/booking"
)

// person is a demo customer. Addresses and numbers are of the ranges kept for examples.
type person struct{ name, email, phone string }

// contact is how staff name the person.
func (p person) contact() *booking.Contact {
	c := &booking.Contact{Name: p.name, Email: &p.email}
	if p.phone != "" {
		c.Phone = &p.phone
	}
	return c
}

// of is the person as a guest of one date, by an address of its own and without a number: a customer who is nobody else.
func (p person) of(date time.Time) person {
	local, domain, _ := strings.Cut(p.email, "@")
	return person{name: p.name, email: local + "+" + date.UTC().Format("20060102") + "@" + domain}
}

var (
	firstNames = []string{"Mina", "Lucas", "지훈", "Elif", "서준", "Clara", "Mateo", "하은", "Oliver", "도윤", "Freya", "Yusuf", "유진", "Hannah", "민서", "Diego"}
	lastNames  = []string{"Choi", "Schmidt", "이", "Nguyen", "박", "O'Brien", "García", "강", "Rossi", "윤"}
)

// guests is how many different people there are.
const guests = 80

// guest is the n-th of them.
func guest(n int) person {
	n %= guests
	name := firstNames[n%len(firstNames)] + " " + lastNames[(n/len(firstNames)+n)%len(lastNames)]
	return person{name: name, email: fmt.Sprintf("guest%d@example.com", n), phone: fmt.Sprintf("+1 212 555 %04d", 110+n)}
}
