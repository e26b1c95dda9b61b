package graph

// Stats are figures of the endpoint's connections, now or since it was made. They name nobody.
type Stats struct {
	Connections  int            // sockets that were admitted, and streams of events
	Sockets      int            // those that were not yet admitted among them
	Streams      int            // subscriptions, wherever they are read
	Groups       int            // of subscriptions that share their responses
	Executed     uint64         // responses made for streams
	Delivered    uint64         // responses handed to subscribers
	Refused      uint64         // sockets for which there was no room, before they were admitted
	ClosedByCode map[int]uint64 // sockets that are gone; 0 for codes of the clients' making
}

// Stats counts. It costs a few locks.
func (e *Endpoint) Stats() Stats {
	sockets := e.sockets.Stats()
	return Stats{
		Connections: e.turnstile.size(), Sockets: sockets.Sockets,
		Streams: int(e.live.open.Load()), Groups: e.live.groups.size(),
		Executed: e.live.executed.Load(), Delivered: e.live.delivered.Load(),
		Refused: sockets.Refused, ClosedByCode: sockets.Closed,
	}
}
