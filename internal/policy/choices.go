package policy

// WaitlistFit says what happens behind an entry that is too large for the free units.
type WaitlistFit string

// The two ways.
const (
	StrictFIFO           WaitlistFit = "STRICT_FIFO"              // everybody behind it waits
	BestFitWithSkipLimit WaitlistFit = "BEST_FIT_WITH_SKIP_LIMIT" // it may be passed, a limited number of times
)

// FitValues lists both ways.
func FitValues() []WaitlistFit { return []WaitlistFit{StrictFIFO, BestFitWithSkipLimit} }

// OfferLapse says what becomes of an entry whose offer lapsed.
type OfferLapse string

// The two ways.
const (
	Remove       OfferLapse = "REMOVE"         // it is over
	RequeueAtEnd OfferLapse = "REQUEUE_AT_END" // it waits again, behind everybody
)

// LapseValues lists both ways.
func LapseValues() []OfferLapse { return []OfferLapse{Remove, RequeueAtEnd} }

// Factor is something that may weigh in the order of the queue.
type Factor string

// The factors.
const (
	Priority       Factor = "PRIORITY"
	RecoveryCredit Factor = "RECOVERY_CREDIT"
	Benefit        Factor = "BENEFIT"
	WaitingAge     Factor = "WAITING_AGE"
	SlotFit        Factor = "SLOT_FIT"
)

// FactorValues lists every factor, in the order of the public contract.
func FactorValues() []Factor {
	return []Factor{Priority, RecoveryCredit, Benefit, WaitingAge, SlotFit}
}

// FactorWeight is how much a factor weighs, 0 to 10000.
type FactorWeight struct {
	Factor Factor `json:"factor"`
	Weight int    `json:"weight"`
}

// Confirmation says what a customer's confirmation does.
type Confirmation string

// The two ways.
const (
	Instant Confirmation = "INSTANT" // the reservation is confirmed
	Request Confirmation = "REQUEST" // it is asked for, and the venue confirms or declines
)

// ConfirmationValues lists both ways.
func ConfirmationValues() []Confirmation { return []Confirmation{Instant, Request} }
