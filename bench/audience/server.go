package audience

import (
	"context"
	"fmt"
	"net/http"

	"github.com/slotq/slotq/bench/demo"
	"github.com/slotq/slotq/bench/peers"
)

// Server is one whose subscribers are measured.
type Server struct {
	Name string
	PID  int
	WS   string // the address of its sockets
	Emit func(context.Context) error
	Stop func()

	token string
	vars  map[string]any
}

// document asks for a change as a dashboard shows it in a list.
const document = `subscription Watch($venue: ID!, $after: EventCursor) {
  reservationChanged(venueId: $venue, after: $after) {
    kind cursor occurredAt
    reservation { id version status partySize createdAt expiresAt }
  }
}`

// AtSlotQ are those who watch the first venue of a house.
func AtSlotQ(h *demo.House) (*Server, error) {
	client, err := h.Client(0, 1)
	if err != nil {
		return nil, err
	}
	venue := h.At.Tenants[0].Venues[0].ID
	desk := &desk{client: client, venue: venue}
	return &Server{
		Name: "slotq", PID: h.PID(), WS: h.At.WS, token: h.Token(0, "staff"), vars: map[string]any{"venue": venue},
		Emit: desk.act, Stop: h.Stop,
	}, nil
}

// AtPeer are those who watch npm's graphql-ws, which is started from the folder of the peers. It keeps nothing: a change is a
// number that grows.
func AtPeer(ctx context.Context, folder string) (*Server, error) {
	p, err := peers.Start(ctx, folder, peers.GraphQLWS)
	if err != nil {
		return nil, err
	}
	emit := func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.Address+"/emit", http.NoBody)
		if err != nil {
			return err
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		if answer.StatusCode != http.StatusOK {
			err = fmt.Errorf("nothing was emitted: %s", answer.Status)
		}
		_ = answer.Body.Close()
		return err
	}
	return &Server{
		Name: peers.GraphQLWS, PID: p.PID(), WS: "ws://" + p.Address + "/graphql", token: "any", vars: map[string]any{"venue": "v"},
		Emit: emit, Stop: p.Stop,
	}, nil
}
