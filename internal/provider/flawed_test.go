package provider_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// flawed is a small provider that is honest but for one flaw.
type flawed struct {
	flaw  string
	mu    sync.Mutex
	n     int
	has   map[string]map[string]string // by reference
	asked map[string]int               // bookings, by reference
}

func newFlawed(flaw string) *flawed {
	return &flawed{flaw: flaw, has: map[string]map[string]string{}, asked: map[string]int{}}
}

func (f *flawed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	reference := strings.TrimPrefix(r.URL.Path, "/bookings/")
	switch {
	case r.URL.Path == "/contract" && f.flaw == "declares nothing":
		says(404, ``)(w, r)
	case r.URL.Path == "/contract":
		says(200, fmt.Sprintf(`{"idempotentByKey":true,"lookup":%v,"cancel":true}`, f.flaw != "declares no lookup"))(w, r)
	case r.Header.Get("Authorization") != "Bearer "+secret && f.flaw != "lets everybody in":
		says(401, ``)(w, r)
	case r.Method == http.MethodPost:
		f.book(w, r)
	case r.Method == http.MethodGet:
		f.find(w, r, reference)
	default:
		f.cancel(w, r, reference)
	}
}

func (f *flawed) book(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var o struct{ Reference, Target string }
	_ = json.Unmarshal(raw, &o)
	b, known := f.has[o.Reference]
	f.asked[o.Reference]++
	switch {
	case f.flaw == "books twice", f.flaw == "books once more in a rush" && f.asked[o.Reference] == 10:
		known = false
	case f.flaw == "conflicts in a rush" && f.asked[o.Reference] == 10:
		says(409, ``)(w, r)
		return
	case f.flaw == "stops when we hang up" && !known && len(f.has) == 6: // the seventh booking is the one that is cut off
		<-r.Context().Done()
		o.Target = "half of it"
	}
	if !known {
		f.n++
		b = map[string]string{"reference": o.Reference, "target": o.Target, "upstreamRef": fmt.Sprint("UP-", f.n), "state": "BOOKED"}
		f.has[o.Reference] = b
	}
	f.show(w, r, b)
}

func (f *flawed) find(w http.ResponseWriter, r *http.Request, reference string) {
	b, known := f.has[reference]
	switch {
	case !known && f.flaw == "invents bookings":
		f.show(w, r, map[string]string{"reference": reference, "target": "anything", "upstreamRef": "UP-0", "state": "BOOKED"})
	case !known:
		f.unknown(w, r)
	case f.flaw == "finds another target":
		f.show(w, r, map[string]string{"reference": reference, "target": "elsewhere", "upstreamRef": b["upstreamRef"], "state": b["state"]})
	default:
		f.show(w, r, b)
	}
}

func (f *flawed) cancel(w http.ResponseWriter, r *http.Request, reference string) {
	b, known := f.has[reference]
	switch {
	case !known:
		f.unknown(w, r)
	case f.flaw == "never cancels", f.flaw == "cancels once" && b["state"] == "CANCELLED":
		says(422, ``)(w, r)
	case f.flaw == "only pretends to cancel":
		says(204, ``)(w, r)
	default:
		b["state"] = "CANCELLED"
		f.show(w, r, b)
	}
}

func (f *flawed) unknown(w http.ResponseWriter, r *http.Request) {
	if f.flaw == "bare 404" {
		says(404, ``)(w, r)
		return
	}
	says(404, `{"code":"NOT_FOUND"}`)(w, r)
}

func (f *flawed) show(w http.ResponseWriter, r *http.Request, b map[string]string) {
	raw, _ := json.Marshal(b)
	says(200, string(raw))(w, r)
}
