package identity

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

// The provider's keys are fetched when a token names one that we don't know, so that a rotation needs nobody's help. Anybody
// can make such tokens; hence the pause between two fetches. A fetch that failed is repeated sooner.
const (
	keysPause       = time.Minute
	keysPauseFailed = 5 * time.Second
)

// errKnown means that the keys were fetched a moment ago: a token that they don't open is no good.
var errKnown = errors.New("the keys were fetched a moment ago")

// seldom lets one request through and then none for a while.
type seldom struct {
	next http.RoundTripper
	now  func() time.Time

	mu     sync.Mutex
	closed time.Time // until when
	failed error     // what came of the last request, if it failed
}

// RoundTrip answers with what came of the last request while it lets none through.
func (s *seldom) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	response, err := s.next.RoundTrip(r)
	if err == nil && response.StatusCode == http.StatusOK {
		return response, nil
	}
	if err == nil {
		_ = response.Body.Close()
		err = errors.New(response.Status)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed, s.failed = s.now().Add(keysPauseFailed), fmt.Errorf("%w: %w", ErrAway, err)
	return nil, s.failed
}

func (s *seldom) enter() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now().Before(s.closed) {
		if s.failed != nil {
			return s.failed
		}
		return errKnown
	}
	s.closed, s.failed = s.now().Add(keysPause), nil
	return nil
}

// keySet notes in the context whether a signature couldn't be judged because the keys couldn't be had: the verifier above
// it doesn't pass errors on as errors.
type keySet struct{ *oidc.RemoteKeySet }

// VerifySignature is the library's own.
func (k keySet) VerifySignature(ctx context.Context, token string) ([]byte, error) {
	payload, err := k.RemoteKeySet.VerifySignature(ctx, token)
	if watched, ok := ctx.Value(watchedKeys{}).(*watchedKeys); ok && err != nil {
		var network interface{ Timeout() bool }
		watched.away = !errors.Is(err, errKnown) && (errors.Is(err, ErrAway) || errors.As(err, &network))
	}
	return payload, err
}

type watchedKeys struct{ away bool }

func watchKeys(ctx context.Context) (context.Context, *watchedKeys) {
	watched := &watchedKeys{}
	return context.WithValue(ctx, watchedKeys{}, watched), watched
}
