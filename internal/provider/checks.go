package provider

import (
	"github.com/slotq/slotq/internal/intent"
)

// check is one thing that is tried. A try returns what there is to say about it beyond the promise; an error says what the
// provider doesn't keep, or that it doesn't promise it.
type check struct {
	name    string
	promise string
	try     func(*trial) (detail string, err error)
	first   bool // without it the rest makes no sense
}

// checks are all that a provider has to pass, in their order.
var checks = []check{
	{name: "declaration", promise: "The provider declares what we rely on.", try: declares},
	{name: "book", promise: "A booking is made and named.", try: books, first: true},
	{name: "find", promise: "A booking is found by our reference.", try: findsBooked},
	{name: "cancel", promise: "A booking is cancelled by our reference.", try: cancels},
	{name: "find cancelled", promise: "A cancelled booking isn't shown as booked.", try: findsCancelled},
	{name: "same reference twice", promise: "The same order twice is one booking.", try: repeats},
	{name: "same reference at once", promise: "The same order ten times at once is one booking.", try: rushes},
	{name: "unknown reference", promise: "A reference that was never used is said to be unknown.", try: knowsNothing},
	{name: "answer cut off", promise: "When we give up early, the lookup tells what was done.", try: survivesCut},
	{name: "malformed answer", promise: "Half an answer isn't believed, and the lookup settles it.", try: mangled(half)},
	{name: "oversized answer", promise: "An endless answer isn't believed, and the lookup settles it.", try: mangled(bloated)},
	{name: "wrong reference", promise: "An answer about another booking isn't believed, and the lookup settles it.", try: mangled(with("reference", "verify-somebody-else"))},
	{name: "wrong target", promise: "An answer about another place isn't believed, and the lookup settles it.", try: mangled(with("target", "verify-somewhere-else"))},
	{name: "cancel twice", promise: "Cancelling again changes nothing.", try: cancelsAgain},
	{name: "cancel nothing", promise: "Cancelling what was never booked is told apart from a failure.", try: cancelsNothing},
	{name: "wrong credential", promise: "A credential that nobody gave out is refused.", try: refusesStrangers},
}

// What a contract leaves out isn't tried.
func (t *trial) promised(promised bool, what string) error {
	if promised {
		return nil
	}
	return skipped("The contract doesn't promise " + what + ".")
}

func (t *trial) lookup() error {
	return t.promised(t.provider.Contract.Lookup, "a lookup by our reference")
}

func (t *trial) cancellation() error {
	return t.promised(t.provider.Contract.Cancel, "a cancellation by our reference")
}

func (t *trial) idempotence() error {
	return t.promised(t.provider.Contract.IdempotentByKey, "that the same reference twice is one booking")
}

func declares(t *trial) (string, error) {
	declared, err := t.client(nil).Declared(t.ctx)
	relied := t.provider.Contract
	switch {
	case err != nil:
		return "", err
	case relied.IdempotentByKey && !declared.IdempotentByKey:
		return "", complain("We rely on idempotentByKey, and the provider doesn't declare it.")
	case relied.Lookup && !declared.Lookup:
		return "", complain("We rely on lookup, and the provider doesn't declare it.")
	case relied.Cancel && !declared.Cancel:
		return "", complain("We rely on cancel, and the provider doesn't declare it.")
	case declared.ReleaseFirst && !relied.ReleaseFirst:
		return "", complain("The provider declares releaseFirst, and we don't go by it.")
	}
	return "", nil
}

func books(t *trial) (string, error) {
	_, _, err := t.booked(t.client(nil))
	return "", err
}

func findsBooked(t *trial) (string, error) {
	if err := t.lookup(); err != nil {
		return "", err
	}
	c := t.client(nil)
	o, b, err := t.booked(c)
	if err != nil {
		return "", err
	}
	seen := t.settled(c, o)
	if err := finds(seen, o); err != nil {
		return "", err
	}
	if seen.Booking.UpstreamRef != b.UpstreamRef {
		return "", complain("The lookup names another upstreamRef than the booking did.")
	}
	return "", nil
}

func knowsNothing(t *trial) (string, error) {
	if err := t.lookup(); err != nil {
		return "", err
	}
	if seen := t.client(nil).Find(t.ctx, unheard()); seen.Kind != intent.Absent {
		return "", complain("The lookup says %s instead of ABSENT. %s", seen.Kind, seen.Detail)
	}
	return "", nil
}

func refusesStrangers(t *trial) (string, error) {
	if t.provider.TokenVariable == "" {
		return "", skipped("The provider is used without a credential.")
	}
	return "", wants(t.book(t.stranger(), order()), intent.Unauthorized)
}
