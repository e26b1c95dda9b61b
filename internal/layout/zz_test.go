package layout_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/layout"
)

func TestZZLarge(t *testing.T) {
	h := housetest.New(t)
	for range 200 {
		h.Table()
	}
	h.Exec(`UPDATE venues SET layout_days = 60, version = version+1`)
	ruled(h, func() { window(h, nil, everyDay, 10*60, 22*60, 90) })
	for range 2 {
		at := time.Now()
		d, err := layout.New(h.DB).Follow(context.Background(), h.Tenant, h.Venue)
		require.NoError(t, err)
		t.Log(d, time.Since(at))
	}
	ruled(h, func() { window(h, nil, everyDay, 10*60, 22*60, 60) })
	at := time.Now()
	d, err := layout.New(h.DB).Follow(context.Background(), h.Tenant, h.Venue)
	require.NoError(t, err)
	t.Log(d, time.Since(at))
}
