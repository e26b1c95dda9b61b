package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/slotq/slotq/internal/relay"
)

// post is the NATS over which the processes tell each other of events, and a client of it that keeps what it hears, to send it once more.
type post struct {
	dir    string
	port   int
	server *relay.Embedded
	conn   *nats.Conn

	heard  atomic.Int64 // messages of events; those that we send again are not told to ourselves
	resent atomic.Int64
	before int64 // how many were heard when used was last called
	mu     sync.Mutex
	kept   []letter // the last of them, in a ring
	next   int
}

// letter is one message.
type letter struct {
	subject string
	body    []byte
}

// How many letters are kept, and how large they may be: those of a backlog are hundreds of kilobytes.
const (
	keptLetters   = 2000
	longestLetter = 32 << 10
)

// What the processes call their subjects: events of a tenant's venue, and pokes.
const (
	eventSubjects = "slotq.events.>"
	pokeSubject   = "slotq.pokes"
)

func startPost(dir string) (*post, error) {
	p := &post{dir: dir}
	var err error
	if p.server, err = relay.StartEmbedded(dir, relay.AnyPort); err != nil {
		return nil, err
	}
	at, err := url.Parse(p.url())
	if err == nil {
		p.port, err = strconv.Atoi(at.Port())
	}
	if err == nil {
		p.conn, err = nats.Connect(p.url(), nats.Name("storm"), nats.NoEcho(), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	}
	for _, subject := range []string{eventSubjects, pokeSubject} {
		if err == nil {
			_, err = p.conn.Subscribe(subject, p.hear)
		}
	}
	if err != nil {
		p.close()
		return nil, fmt.Errorf("join nats: %w", err)
	}
	return p, nil
}

// url is the same for as long as the rig stands.
func (p *post) url() string { return p.server.URL() }

func (p *post) close() {
	if p.conn != nil {
		p.conn.Close()
	}
	p.server.Close()
}

// restart starts the server again where it was.
func (p *post) restart(ctx context.Context) error {
	err := await(ctx, startPatience, func(context.Context) error {
		again, err := relay.StartEmbedded(p.dir, p.port)
		if err == nil {
			p.server = again
		}
		return err
	})
	if err != nil {
		return err
	}
	return await(ctx, startPatience, func(context.Context) error {
		if p.conn.IsConnected() {
			return nil
		}
		return fmt.Errorf("nats: %s", p.conn.Status())
	})
}

// used demands that events went over NATS since the last call: else the faults broke what nobody uses. Where there is none it demands nothing.
func (p *post) used() error {
	if p == nil {
		return nil
	}
	now := p.heard.Load()
	if now == p.before {
		return errUnused
	}
	p.before = now
	return nil
}

var errUnused = errors.New("no event went over NATS in a whole round")

func (p *post) hear(m *nats.Msg) {
	if m.Subject != pokeSubject {
		p.heard.Add(1)
	}
	if len(m.Data) > longestLetter {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	one := letter{m.Subject, m.Data}
	if len(p.kept) < keptLetters {
		p.kept = append(p.kept, one)
		return
	}
	p.kept[p.next] = one
	p.next = (p.next + 1) % keptLetters
}

// some are a few of the letters in any order: mostly of the last ones, which somebody may be about to hear.
func (p *post) some(dice *rand.Rand, n int) (all []letter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for range n {
		if len(p.kept) == 0 {
			return nil
		}
		back := dice.IntN(len(p.kept))
		if dice.IntN(3) > 0 {
			back = dice.IntN(min(50, len(p.kept)))
		}
		at := p.next - 1 - back
		if len(p.kept) < keptLetters {
			at = len(p.kept) - 1 - back
		}
		all = append(all, p.kept[(at+keptLetters)%keptLetters])
	}
	return all
}

// send sends a letter as if it were new.
func (p *post) send(l letter) error {
	message := nats.NewMsg(l.subject)
	message.Data = l.body
	message.Header.Set(nats.MsgIdHdr, uuid.NewString()) // else the server would know it again
	p.resent.Add(1)
	return p.conn.PublishMsg(message)
}

// recut is a page of events with some from its front and its end left out: numbering nodes cut their pages as it comes.
func recut(dice *rand.Rand, body []byte) ([]byte, bool) {
	var page []json.RawMessage
	if json.Unmarshal(body, &page) != nil || len(page) < 2 {
		return body, false
	}
	from := dice.IntN(len(page))
	to := from + 1 + dice.IntN(len(page)-from)
	short, err := json.Marshal(page[from:to])
	return short, err == nil && to-from < len(page)
}
