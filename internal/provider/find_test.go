package provider_test

import (
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/provider"
)

func TestFind(t *testing.T) {
	t.Parallel()
	const once, thrice = 1, 3
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		want    intent.SightingKind
		asked   int64
	}{
		{"booked", says(200, written(t)), intent.Found, once},
		{"cancelled", says(200, written(t, "state", "CANCELLED")), intent.Found, once},
		{"booked for something else", says(200, written(t, "target", "sl_z")), intent.Found, once},
		{"absent", says(404, `{"code":"NOT_FOUND"}`), intent.Absent, once},
		{"bare 404", says(404, ``), intent.NotVisible, once},
		{"404 of a proxy", says(404, `{"code":"NOT_FOUND"}`, "Content-Type", "text/html"), intent.NotVisible, once},
		{"404 about something else", says(404, `{"code":"NO_ROUTE"}`), intent.NotVisible, once},
		{"404 said twice", says(404, `{"code":"NOT_FOUND"}{}`), intent.NotVisible, once},
		{"gone", says(410, `{"code":"NOT_FOUND"}`), intent.NotVisible, once},
		{"no content", says(204, ``), intent.NotVisible, once},
		{"not who we say", says(401, ``), intent.NotVisible, once},
		{"too many", says(429, ``), intent.NotVisible, once},
		{"redirect", says(302, ``, "Location", "/elsewhere"), intent.NotVisible, once},
		{"another reference", says(200, written(t, "reference", "attempt-other")), intent.NotVisible, thrice},
		{"malformed", says(200, `{`), intent.NotVisible, thrice},
		{"a target with a NUL", says(200, written(t, "target", "sl_a\x00")), intent.NotVisible, thrice},
		{"broken", says(500, ``), intent.NotVisible, thrice},
		{"certainly nothing", says(503, `{"done":false}`), intent.NotVisible, thrice},
		{"no answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, intent.NotVisible, thrice},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, c.handler)
			seen := client(t, spec(s.URL), provider.Options{}).Find(t.Context(), reference)
			require.Equal(t, c.want, seen.Kind, seen.Detail)
			require.Regexp(t, `^[A-Z].*\.$`, seen.Detail)
			if c.name != "no answer" { // net/http itself may ask once more on a kept connection
				require.Equal(t, c.asked, s.asked.Load())
			}
		})
	}

	t.Run("what was found is told as it is", func(t *testing.T) {
		t.Parallel()
		s := serve(t, says(200, written(t, "target", "sl_z", "state", "CANCELLED")))
		seen := client(t, spec(s.URL), provider.Options{}).Find(t.Context(), reference)
		require.Equal(t, intent.Booking{Reference: reference, Target: "sl_z", UpstreamRef: "UP-1", Cancelled: true}, seen.Booking)
	})

	t.Run("a question that failed is asked again", func(t *testing.T) {
		t.Parallel()
		var n atomic.Int64
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if n.Add(1) == 1 {
				says(500, ``)(w, r)
				return
			}
			says(200, written(t))(w, r)
		})
		require.Equal(t, intent.Found, client(t, spec(s.URL), provider.Options{}).Find(t.Context(), reference).Kind)
		require.EqualValues(t, 2, n.Load())
	})
}
