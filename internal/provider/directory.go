package provider

import (
	"sync"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/intent"
)

// Directory keeps one client per provider, so that all who ask it share its connections and its breakers.
type Directory struct {
	options Options
	mu      sync.Mutex
	clients map[uuid.UUID]*Client
}

// NewDirectory makes an empty directory.
func NewDirectory(o Options) *Directory {
	return &Directory{options: o, clients: map[uuid.UUID]*Client{}}
}

// Of is the client of a provider. A newer version takes the place of an older one, whose questions under way go on; who
// still holds an older version is given the newer client, because what it read isn't true any more.
func (d *Directory) Of(p intent.Provider) *Client {
	d.mu.Lock()
	defer d.mu.Unlock()
	kept := d.clients[p.ID]
	if kept != nil && kept.provider.Version >= p.Version {
		return kept
	}
	c := New(p, d.options)
	d.clients[p.ID] = c
	if kept != nil {
		kept.Close()
	}
	return c
}

// Close lets go of every connection that is kept for later.
func (d *Directory) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.clients {
		c.Close()
	}
}
