package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"sync/atomic"
)

// cut is how a connection to the database breaks.
type cut struct {
	commit  bool // at a COMMIT; else at a message of the server
	nth     int  // which message of the server, from 1, counted over all connections
	reset   bool // RST instead of FIN
	deliver bool // the message still arrives; of a COMMIT, the server gets it and the program no answer
}

// String names it for people.
func (c cut) String() string {
	where, how, what := "message", "FIN", "swallowed"
	if c.commit {
		where = "COMMIT"
	}
	if c.reset {
		how = "RST"
	}
	if c.deliver {
		what = "delivered"
	}
	return where + " " + what + ", " + how
}

// proxy stands between one process and PostgreSQL, and breaks connections when it is told to.
type proxy struct {
	server string
	listen net.Listener
	onCut  func(cut)

	mu     sync.Mutex
	armed  *cut
	hits   int // cuts still to make
	count  int // messages still to let pass
	silent chan struct{}

	open sync.WaitGroup
	all  sync.Map // every connection, to be closed at the end
	done atomic.Bool
}

func newProxy(server string, onCut func(cut)) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it lives as long as the rig
	if err != nil {
		return nil, err
	}
	p := &proxy{server: server, listen: l, onCut: onCut}
	p.open.Go(p.accept)
	return p, nil
}

func (p *proxy) address() string { return p.listen.Addr().String() }

// arm lets so many connections break in this way.
func (p *proxy) arm(c cut, hits int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.armed, p.hits, p.count = &c, hits, c.nth
}

// disarm returns how many cuts were left.
func (p *proxy) disarm() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	left := p.hits
	p.armed, p.hits = nil, 0
	return left
}

// mute holds everything back, in both directions, as a network does that loses all packets and tells nobody; the result ends it.
func (p *proxy) mute() (speak func()) {
	gate := make(chan struct{})
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent = gate
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.silent == gate {
			p.silent = nil
		}
		close(gate)
	})
}

func (p *proxy) wait() {
	p.mu.Lock()
	gate := p.silent
	p.mu.Unlock()
	if gate != nil {
		<-gate
	}
}

// strikes says whether this message breaks its connection.
func (p *proxy) strikes(commit bool) *cut {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.armed
	if c == nil || c.commit != commit {
		return nil
	}
	if !commit {
		if p.count--; p.count > 0 {
			return nil
		}
		p.count = c.nth
	}
	if p.hits--; p.hits == 0 {
		p.armed = nil
	}
	return c
}

func (p *proxy) accept() {
	for {
		client, err := p.listen.Accept()
		if err != nil {
			return
		}
		p.open.Go(func() { p.carry(client.(*net.TCPConn)) })
	}
}

func (p *proxy) close() {
	p.done.Store(true)
	_ = p.listen.Close()
	p.all.Range(func(conn, _ any) bool {
		_ = conn.(net.Conn).Close()
		return true
	})
	p.open.Wait()
}

// pair is one connection of the program and the one to the server that stands for it.
type pair struct {
	*proxy
	client, server *net.TCPConn
	deaf           atomic.Bool   // the program gets no more answers
	over           chan struct{} // closed when the server says no more, or nobody hears it
}

func (p *proxy) carry(client *net.TCPConn) {
	defer client.Close()
	p.wait()
	conn, err := net.Dial("tcp", p.server) //nolint:noctx // on this machine it is quick or refused
	if err != nil {
		return
	}
	server := conn.(*net.TCPConn)
	defer server.Close()
	for _, c := range []net.Conn{client, server} {
		p.all.Store(c, nil)
		defer p.all.Delete(c)
	}
	if p.done.Load() {
		return
	}
	both := &pair{proxy: p, client: client, server: server, over: make(chan struct{})}
	p.open.Go(both.answers)
	both.questions()
	_ = server.Close() // which ends the answers
	<-both.over
}

// questions carries what the program says, message by message.
func (p *pair) questions() {
	defer p.client.Close()
	in := framed{from: bufio.NewReader(p.client), first: true}
	out := bufio.NewWriter(p.server)
	for {
		message, err := in.next()
		if err != nil {
			return
		}
		p.wait()
		if bytes.Equal(message, commitMessage) {
			if c := p.strikes(true); c != nil {
				p.breakAt(*c, func() { _, _ = out.Write(message); _ = out.Flush() })
				return
			}
		}
		if _, err := out.Write(message); err != nil || in.from.Buffered() == 0 && out.Flush() != nil {
			return
		}
	}
}

// commitMessage is how the driver says COMMIT: a simple query.
var commitMessage = []byte("Q\x00\x00\x00\x0bCOMMIT\x00")

// breakAt breaks the program's end. Where the message is to arrive the server is left to finish it, and its answer is lost.
func (p *pair) breakAt(c cut, deliver func()) {
	p.onCut(c)
	p.deaf.Store(true)
	if c.reset {
		_ = p.client.SetLinger(0)
	}
	if !c.deliver {
		return
	}
	deliver()
	<-p.over // the server has answered
}

// answers carries what the server says, message by message.
func (p *pair) answers() {
	defer close(p.over)
	defer p.client.Close()
	in := framed{from: bufio.NewReader(p.server)}
	out := bufio.NewWriter(p.client)
	for {
		message, err := in.next()
		if err != nil || p.deaf.Load() {
			return
		}
		p.wait()
		c := p.strikes(false)
		if c == nil || c.deliver {
			_, _ = out.Write(message) // an error stays until it is flushed
		}
		if c != nil || in.from.Buffered() == 0 {
			if out.Flush() != nil {
				return
			}
		}
		if c != nil {
			p.onCut(*c)
			if c.reset {
				_ = p.client.SetLinger(0)
			}
			return
		}
	}
}

// framed reads whole messages of PostgreSQL's protocol: a letter, a length that counts itself, the rest. Only the first of a client has
// no letter.
type framed struct {
	from  *bufio.Reader
	first bool
	head  [5]byte
}

// longestMessage is far above what a SlotQ says.
const longestMessage = 64 << 20

func (f *framed) next() ([]byte, error) {
	letter := 1
	if f.first {
		letter, f.first = 0, false
	}
	head := f.head[:letter+4]
	if _, err := io.ReadFull(f.from, head); err != nil {
		return nil, err
	}
	length := int(binary.BigEndian.Uint32(head[letter:]))
	if length < 4 || length > longestMessage {
		return nil, io.ErrUnexpectedEOF
	}
	message := make([]byte, letter+length)
	copy(message, head)
	_, err := io.ReadFull(f.from, message[len(head):])
	return message, err
}
