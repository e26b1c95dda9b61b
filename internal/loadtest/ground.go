package loadtest

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"
)

// Plan is what a ground should have.
type Plan struct {
	Places   int  // resources, of one slot in five minutes each
	Capacity int  // 1 are tables for one party; more are seats that parties share
	Days     int  // of slots, from tomorrow on
	Waiting  bool // people will wait: whoever is offered something is chosen by the load, not by the house
}

// perDay is how many slots a place has in a day: the last five minutes stay closed, as a day has no 24:00.
const perDay = 287

// Slots is how many there will be.
func (p Plan) Slots() int { return p.Places * p.Days * perDay }

// PlanFor has at least so many tables' slots.
func PlanFor(slots int) Plan {
	const days = 14
	return Plan{Places: max(1, (slots+days*perDay-1)/(days*perDay)), Capacity: 1, Days: days}
}

// Ground is a venue made for the load, with free slots.
type Ground struct {
	Code  string
	Venue string
	Slots []string // ids

	client *Client
	places []string
}

// groundPatience is how long a server may take to lay the slots out.
const groundPatience = 2 * time.Minute

// OpenGround opens a venue with resources and hours by the API, which takes an administrator's token. Its slots are laid out
// meanwhile; Slots is empty.
func OpenGround(ctx context.Context, c *Client, p Plan) (*Ground, error) {
	g := &Ground{Code: "bench-" + uuid.NewString()[:13], client: c}
	return g, g.open(ctx, p)
}

// MakeGround is OpenGround, and waits until all slots can be booked.
func MakeGround(ctx context.Context, c *Client, p Plan) (*Ground, error) {
	g, err := OpenGround(ctx, c, p)
	if err != nil {
		return g, err
	}
	from := time.Now().UTC().AddDate(0, 0, 1)
	for deadline := time.Now().Add(groundPatience); ; {
		if err := g.list(ctx, from, p.Days); err != nil {
			return g, err
		}
		if len(g.Slots) >= p.Slots() {
			return g, nil
		}
		if time.Now().After(deadline) {
			return g, fmt.Errorf("%d of %d slots after %s: is there a worker?", len(g.Slots), p.Slots(), groundPatience)
		}
		if err := Wall.WaitUntil(ctx, time.Now().Add(groundPace)); err != nil {
			return g, err
		}
	}
}

const groundPace = 250 * time.Millisecond

// open makes the venue, its hours and its resources.
func (g *Ground) open(ctx context.Context, p Plan) error {
	made, err := g.must(ctx, "createVenue", "CreateVenueInput", "venue { id version }", Vars{"code": g.Code, "name": "Load test " + g.Code, "timeZone": "UTC"})
	if err != nil {
		return err
	}
	g.Venue = made("venue.id")
	changed, err := g.must(ctx, "updateVenue", "UpdateVenueInput", "venue { version }",
		Vars{"venueId": g.Venue, "layoutDays": p.Days + 2, "expectedVersion": number(made("venue.version"))})
	if err != nil {
		return err
	}
	if p.Waiting {
		changed, err = g.must(ctx, "setSwitches", "SetSwitchesInput", "venue { version }",
			Vars{"venueId": g.Venue, "offers": false, "reason": "load test", "expectedVersion": number(changed("venue.version"))})
		if err != nil {
			return err
		}
	}
	window := Vars{"weekdays": []int{1, 2, 3, 4, 5, 6, 7}, "opens": "00:00", "closes": "23:55", "slotLength": "PT5M"}
	if _, err = g.must(ctx, "setOpeningHours", "SetOpeningHoursInput", "venue { version }",
		Vars{"venueId": g.Venue, "windows": []Vars{window}, "expectedVersion": number(changed("venue.version"))}); err != nil {
		return err
	}
	kind := "EXCLUSIVE"
	if p.Capacity > 1 {
		kind = "POOLED"
	}
	for nth := range p.Places {
		place, err := g.must(ctx, "createResource", "CreateResourceInput", "resource { id }",
			Vars{"venueId": g.Venue, "name": fmt.Sprintf("Place %d", nth+1), "kind": kind, "capacity": p.Capacity, "minParty": 1, "maxParty": min(max(p.Capacity, 4), 8)})
		if err != nil {
			return err
		}
		g.places = append(g.places, place("resource.id"))
	}
	return nil
}

// list reads the slots that are free, some days at once.
func (g *Ground) list(ctx context.Context, from time.Time, days int) error {
	found := make([][]string, days)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for nth := range found {
		group.Go(func() (err error) {
			found[nth], err = g.day(ctx, from.AddDate(0, 0, nth).Format(time.DateOnly))
			return err
		})
	}
	err := group.Wait()
	g.Slots = g.Slots[:0]
	for _, slots := range found {
		g.Slots = append(g.Slots, slots...)
	}
	return err
}

func (g *Ground) day(ctx context.Context, date string) (slots []string, err error) {
	after := any(nil)
	for {
		page, answer := judge("availability")(g.client.Ask(ctx, `query($v: ID!, $d: Date!, $a: String) {
			availability(venueId: $v, from: $d, to: $d, partySize: 1, channel: STAFF, first: 100, after: $a) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
			Vars{"v": g.Venue, "d": date, "a": after}))
		if wait, err := answer.patience(); err != nil {
			return nil, fmt.Errorf("list the slots of %s: %w", date, err)
		} else if wait {
			if err := Wall.WaitUntil(ctx, time.Now().Add(groundPace)); err != nil {
				return nil, err
			}
			continue
		}
		for _, slot := range page.Get("nodes.#.id").Array() {
			slots = append(slots, slot.String())
		}
		if !page.Get("pageInfo.hasNextPage").Bool() {
			return slots, nil
		}
		after = page.Get("pageInfo.endCursor").String()
	}
}

// Close retires the places: nobody can book there any more. What was booked stays, as does the venue, which can't be removed.
func (g *Ground) Close(ctx context.Context) error {
	for _, id := range g.places {
		place, answer := judge("node")(g.client.Ask(ctx, `query($id: ID!) { node(id: $id) { ... on Resource { version } } }`, Vars{"id": id}))
		if err := answer.failure("node"); err != nil {
			return err
		}
		if _, err := g.must(ctx, "updateResource", "UpdateResourceInput", "resource { id }",
			Vars{"resourceId": id, "active": false, "expectedVersion": place.Get("version").Int()}); err != nil {
			return err
		}
	}
	return nil
}

// must gives a command that has to succeed, and returns how to read its payload. Where the server asks for patience it has it, and
// asks with the same key: what was thought undone may have been done.
func (g *Ground) must(ctx context.Context, name, inputType, fields string, input Vars) (func(path string) string, error) {
	for {
		payload, answer := g.client.command(ctx, name, inputType, fields, input)
		wait, err := answer.patience()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !wait {
			return func(path string) string { return payload.Get(path).String() }, nil
		}
		if err := Wall.WaitUntil(ctx, time.Now().Add(groundPace)); err != nil {
			return nil, err
		}
	}
}
