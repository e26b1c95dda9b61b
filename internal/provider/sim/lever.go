package sim

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// The modes: what happens to writes.
const (
	ok           = "ok"
	slow         = "delay"        // done and answered, after a while
	dropAnswer   = "drop_answer"  // done, and the connection closed without an answer
	late         = "late"         // looked at now, done after a while, never answered
	race         = "race"         // somebody else has the place
	unauthorized = "unauthorized" // the credential isn't accepted
	failing      = "error"        // a bare 500; nothing is done
	duplicate    = "duplicate"    // done once, and the answer sent twice in one body
	rateLimit    = "rate_limit"   // not now
)

var modes = []string{ok, slow, dropAnswer, late, race, unauthorized, failing, duplicate, rateLimit}

// longestDelay keeps a slip of the finger from hanging a simulator for a day.
const longestDelay = 10 * time.Minute

// setting is a mode as it is set and shown.
type setting struct {
	Mode    string `json:"mode"`
	DelayMs int    `json:"delayMs"` // 0 when it is set: the mode's default
	Times   int    `json:"times"`   // how many more writes it meets; 0: until changed
}

// checked is the setting with its default, or what is wrong with it.
func (s setting) checked() (setting, error) {
	switch {
	case !slices.Contains(modes, s.Mode):
		return setting{}, fmt.Errorf("mode must be one of %s, not %q", strings.Join(modes, ", "), s.Mode)
	case s.DelayMs < 0 || s.DelayMs > int(longestDelay.Milliseconds()):
		return setting{}, fmt.Errorf("delayMs must be 0 (the mode's default) to %d, not %d", longestDelay.Milliseconds(), s.DelayMs)
	case s.Times < 0:
		return setting{}, fmt.Errorf("times must be 0 (until changed) or more, not %d", s.Times)
	}
	if s.DelayMs == 0 && s.Mode == slow {
		s.DelayMs = 8000
	}
	if s.DelayMs == 0 && s.Mode == late {
		s.DelayMs = 12000
	}
	if s.Mode == ok {
		s.Times = 0
	}
	return s, nil
}

func (s setting) delay() time.Duration { return time.Duration(s.DelayMs) * time.Millisecond }

// lever holds the setting that the next write meets.
type lever struct {
	mu  sync.Mutex
	set setting
}

// next is what this write meets, and counts it.
func (l *lever) next() setting {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.set
	if l.set.Times == 1 {
		l.set = setting{Mode: ok}
	} else if l.set.Times > 1 {
		l.set.Times--
	}
	return now
}

func (l *lever) pull(to setting) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.set = to
}

func (l *lever) stands() setting {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.set
}
