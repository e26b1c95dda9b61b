package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/loadtest"
)

// person is a client: it writes a line before it sends, and one after it heard, and asks with the same key until it knows.
type person struct {
	name    string
	dice    *rand.Rand
	callers []caller // one a node that answers
	journal *journal
	log     *log
	made    int

	until context.Context // when it begins nothing new any more
	last  context.Context // when it gives up what it doesn't know
}

// order is a command that somebody wants done.
type order struct {
	command string
	input   string // the type of its input
	fields  string
	result  string // where the payload names what it made or changed
	about   string
	slots   []string
	with    loadtest.Vars
}

// How often a command is sent to both nodes at once, how often one whose outcome is known is sent once more, and how often its key is used
// for something else.
const (
	twice  = 0.06
	again  = 0.05
	misuse = 0.02
)

// give gives a command until its outcome is known; false when the storm is over before.
func (p *person) give(o order) (answer, bool) {
	p.made++
	key := fmt.Sprintf("storm-%s-%06d", p.name, p.made)
	return p.giveAs(key, o)
}

func (p *person) giveAs(key string, o order) (answer, bool) {
	o.with["idempotencyKey"] = key
	for {
		var a answer
		if p.dice.Float64() < twice {
			a = p.askBoth(key, o)
		} else {
			a = p.ask(p.anyone(), key, o)
		}
		a.key = key
		if known(a.said) {
			p.afterwards(key, o)
			return a, true
		}
		if p.last.Err() != nil {
			return a, false
		}
		sleep(p.last, time.Duration(20+p.dice.IntN(120))*time.Millisecond)
	}
}

// afterwards asks what is known already, or misuses the key.
func (p *person) afterwards(key string, o order) {
	if p.chance(again) {
		p.log.did("keys asked again after their answer")
		p.ask(p.anyone(), key, o)
	}
	if o.command == "holdSlot" && p.chance(misuse) {
		p.log.did("keys used again for another input")
		with := maps.Clone(o.with)
		with["note"] = "something else"
		c := p.anyone()
		a := c.command(p.last, o.command, o.input, o.fields, with)
		p.journal.note(entry{What: misused, Key: key, Node: c.node.name, Said: a.said, Problem: a.problem})
	}
}

func (p *person) anyone() caller { return p.callers[p.dice.IntN(len(p.callers))] }

// ask sends a command to a node once.
func (p *person) ask(c caller, key string, o order) answer {
	p.journal.note(entry{What: asks, Key: key, Command: o.command, About: o.about, Slots: o.slots, Node: c.node.name})
	asked := time.Now()
	a := c.command(p.last, o.command, o.input, o.fields, o.with)
	p.journal.note(entry{What: answers, Key: key, Node: c.node.name, Said: a.said, Problem: a.problem, Result: a.payload.Get(o.result).String(), Why: a.why})
	p.log.heard(a.said, time.Since(asked))
	if known(a.said) {
		c.node.heals.worked(c.node.name, asked)
	}
	return a
}

// askBoth sends the same key to both nodes at the same time.
func (p *person) askBoth(key string, o order) answer {
	p.log.did("keys sent to both nodes at once")
	heard := make([]answer, len(p.callers))
	var all sync.WaitGroup
	for i, c := range p.callers {
		all.Go(func() { heard[i] = p.ask(c, key, o) })
	}
	all.Wait()
	for _, a := range heard {
		if known(a.said) {
			return a
		}
	}
	return heard[0]
}

// look reads something at any node.
func (p *person) look(document, id string) gjson.Result {
	return p.anyone().read(p.last, document, id)
}

// think takes a while, as people do.
func (p *person) think(most time.Duration) {
	sleep(p.until, time.Duration(p.dice.Int64N(int64(most))))
}

func (p *person) chance(part float64) bool { return p.dice.Float64() < part }

// live does one thing after another until nothing new is to be begun.
func (p *person) live(deeds ...func(*person)) {
	for p.until.Err() == nil {
		deeds[p.dice.IntN(len(deeds))](p)
	}
}
