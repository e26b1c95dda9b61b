package reception

import (
	"net/http"
	"net/netip"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// From one address so many sign-ins may be begun at once, and so many a second in the long run: enough for a house full of
// people behind one address, and too few for it alone to reach what auth lets be under way at a tenant.
const (
	signInBurst = 100
	signInRate  = 10
)

// mostAddresses are counted at once; who has not come for longest is forgotten.
const mostAddresses = 10_000

// pace bounds how fast sign-ins are begun, for whoever begins one is nobody yet and each is a row.
type pace struct {
	addresses *lru.Cache[netip.Prefix, *rate.Limiter]
}

func newPace() pace {
	addresses, _ := lru.New[netip.Prefix, *rate.Limiter](mostAddresses) // fails for sizes below one only
	return pace{addresses}
}

// admits counts a request by the address that its connection comes from.
func (p pace) admits(r *http.Request) bool {
	from := neighbourhood(r.RemoteAddr)
	counter, known := p.addresses.Get(from)
	if !known {
		counter = rate.NewLimiter(signInRate, signInBurst)
		if previous, found, _ := p.addresses.PeekOrAdd(from, counter); found {
			counter = previous
		}
	}
	return counter.Allow()
}

// neighbourhood is the address, or of IPv6 the network that one subscriber has to choose addresses from. What has none counts
// as one.
func neighbourhood(remote string) netip.Prefix {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Prefix{}
	}
	address := at.Addr().Unmap().WithZone("")
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	prefix, _ := address.Prefix(bits) // fails for lengths beyond the address's only
	return prefix
}
