package architecture_test

import "slices"

// module is what our own import paths begin with.
const module = "github.com/slotq/slotq"

// rooms says for every room of internal/ on which floor it lies. A room that is missing here fails the test: whoever opens
// one decides where it belongs.
var rooms = map[string]floor{
	"problem": pure, "actor": pure, "event": pure, "ref": pure, "naming": pure, "credential": pure, "customer": pure, "inventory": pure, "reservation": pure,
	"waitlist": pure, "policy": pure, "calendar": pure, "command": pure,
	"intent": pure, "approval": pure, "holiday": pure, "recurrence": pure, "ical": pure, "opening": pure, "series": pure, "agenda": pure,

	"availability": middle, "booking": middle, "reading": middle, "feed": middle, "roster": middle, "throttle": middle,

	"store": storage, "postgres": storage, "auth": storage, "layout": storage, "invariant": storage,

	"worker": door, "calendarfeed": door, "reception": door,

	"provider": outside, "relay": outside, "identity": outside, "loadtest": outside,

	"journal": watch, "metrics": watch, "tracing": watch,

	"app": joint, "config": joint, "demo": joint, "statechart": joint,

	"pgtest": support, "housetest": support, "identitytest": support, "architecture": support, "crashpoints": support, "models": support,
}

// floor is a part of the house.
type floor string

const (
	pure    floor = "a pure room"
	middle  floor = "a room in the middle"
	storage floor = "a room of the database"
	door    floor = "a door"
	outside floor = "a room that speaks to other people's systems"
	watch   floor = "a room that looks on"
	joint   floor = "a room that joins others"
	support floor = "support for tests"
)

// law is something that the packages of a kind may not import, and why.
type law struct {
	binds  func(path string) bool
	never  func(path string) bool
	reason string
}

var laws = []law{
	{
		binds:  on(pure),
		never:  either(std("context", "database/sql", "net/http", "net", "os", "os/exec"), modules("entgo.io", "github.com/lib/pq", "github.com/99designs")),
		reason: "a pure room takes values and a moment and gives a decision: no context, no SQL, no HTTP, no files",
	},
	{
		binds:  on(pure),
		never:  func(path string) bool { return ours(path) && !on(pure)(path) },
		reason: "a pure room knows only other pure rooms, so that the rules can be read and tested without the house around them",
	},
	{
		binds:  on(middle),
		never:  either(own("internal/store", "internal/postgres", "ent", "graph"), std("database/sql", "net/http"), modules("entgo.io", "github.com/lib/pq")),
		reason: "a room in the middle declares the small interfaces that it needs, and the store implements them; it knows neither tables nor doors",
	},
	{
		binds:  either(on(door), own("graph")),
		never:  own("internal/store", "internal/postgres", "ent"),
		reason: "a door enters by the desk and the readers, never by the tables: what it skips would be a rule",
	},
	{
		binds:  own("graph"),
		never:  on(door),
		reason: "doors don't know each other",
	},
	{
		binds:  on(door),
		never:  own("graph"),
		reason: "doors don't know each other",
	},
	{
		binds:  on(storage),
		never:  own("graph", "internal/app"),
		reason: "storage implements what others declare and knows nobody who answers clients",
	},
	{
		binds:  on(watch),
		never:  either(own("internal/store", "internal/postgres", "internal/booking", "internal/worker", "internal/feed", "ent", "graph"), on(joint)),
		reason: "what looks on is told what happens and knows nobody who does it, so that watching changes nothing",
	},
	{
		binds:  own("ent/schema"),
		never:  func(path string) bool { return ours(path) && !on(pure)(path) },
		reason: "the tables take their words and transitions from the pure rooms, and know nothing else of the house",
	},
	{
		binds:  func(path string) bool { return ours(path) && !own("internal/store", "ent", "migrations/diff")(path) },
		never:  own("ent/db"),
		reason: "the generated client is the store's tool; everybody else asks the store",
	},
	{
		binds:  func(path string) bool { return ours(path) && path != module },
		never:  own("internal/app"),
		reason: "app joins the rooms and is known by the command line alone",
	},
	{
		binds:  func(path string) bool { return ours(path) && !on(support)(path) && !own("migrations/diff")(path) },
		never:  on(support),
		reason: "what supports tests stays out of the program",
	},
	{
		binds:  own("web"),
		never:  own("internal", "graph", "ent", "schema"),
		reason: "pages talk to the doors as any other client does; their packages serve files and know nothing of the house",
	},
	{
		binds:  own("schema"),
		never:  own("internal", "graph", "ent"),
		reason: "the public contract holds words and depends on nothing",
	},
}

// together is what only some may import at once.
var together = struct {
	both   [2]string
	only   []string
	reason string
}{
	both: [2]string{module + "/internal/store", module + "/graph"},
	only: []string{module + "/internal/app"}, reason: "only app joins the store with a door",
}

func ours(path string) bool { return path == module || under(path, module) }

// on binds the packages of every room of a floor.
func on(f floor) func(string) bool {
	return func(path string) bool { room, found := roomOf(path); return found && rooms[room] == f }
}

// own matches packages of ours and what lies below them.
func own(names ...string) func(string) bool {
	return func(path string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return path == module+"/"+name || under(path, module+"/"+name) })
	}
}

// modules matches everything of somebody else's module.
func modules(names ...string) func(string) bool {
	return func(path string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return path == name || under(path, name) })
	}
}

// std matches packages of the standard library by their full names.
func std(names ...string) func(string) bool {
	return func(path string) bool { return slices.Contains(names, path) }
}

func either(tests ...func(string) bool) func(string) bool {
	return func(path string) bool {
		return slices.ContainsFunc(tests, func(test func(string) bool) bool { return test(path) })
	}
}
