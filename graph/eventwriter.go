package graph

import (
	"net/http"
	"sync"
	"time"
)

// writePatience is how long a reader may take for one event before it is let go.
const writePatience = 5 * time.Second

// eventWriter writes server-sent events, each flushed at once, and a comment whenever there has been silence for a while.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	pulse   *time.Timer
	every   time.Duration
	hungUp  func() // told once when the reader is gone or too slow

	mu   sync.Mutex // held by whoever writes
	over bool
}

// newEventWriter begins the stream; stop must be called before the request ends. The server's own deadlines are for
// requests that end.
func newEventWriter(w http.ResponseWriter, every time.Duration, hungUp func()) *eventWriter {
	out := &eventWriter{w: w, control: http.NewResponseController(w), every: every, hungUp: hungUp}
	_ = out.control.SetReadDeadline(time.Time{})
	w.Header().Set("Content-Type", eventStream+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	out.mu.Lock()
	out.pulse = time.AfterFunc(every, out.beat)
	out.mu.Unlock()
	out.beat() // so that the client learns that the stream stands before there is anything to tell
	return out
}

// What an event is made of. JSON as it is marshalled has no line breaks.
var (
	nextBegins = []byte("event: next\ndata: ")
	eventEnds  = []byte("\n\n")
	complete   = []byte("event: complete\ndata:\n\n")
	comment    = []byte(":\n\n")
)

func (o *eventWriter) next(payload []byte) { o.write(nextBegins, payload, eventEnds) }

func (o *eventWriter) complete() { o.write(complete) }

func (o *eventWriter) beat() { o.write(comment) }

func (o *eventWriter) write(parts ...[]byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.over {
		return
	}
	_ = o.control.SetWriteDeadline(time.Now().Add(writePatience))
	for _, part := range parts {
		if _, err := o.w.Write(part); err != nil {
			o.lose()
			return
		}
	}
	if o.control.Flush() != nil {
		o.lose()
		return
	}
	o.pulse.Reset(o.every)
}

func (o *eventWriter) lose() {
	o.over = true
	o.hungUp()
}

// stop ends the writing. No beat is under way when it returns, nor comes after.
func (o *eventWriter) stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.over = true
	o.pulse.Stop()
}
