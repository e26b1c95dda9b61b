package crashpoints

import (
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
)

// wire is one connection over a line.
type wire struct {
	line           *Line
	client, server *net.TCPConn
	inside         bool // a transaction is open
	mute           atomic.Bool
}

// run carries both ways until one side has gone or the line breaks.
func (w *wire) run() {
	var answers sync.WaitGroup
	answered := make(chan struct{}) // closed by the first answer that is not passed on, or by the end of them
	answers.Go(func() { w.answers(answered) })
	b := w.statements()
	if b != nil {
		if b.Delivered {
			<-answered
		}
		if b.Reset {
			_ = w.client.SetLinger(0)
		}
	}
	_ = w.client.Close()
	_ = w.server.CloseWrite() // the server undoes what is open, and closes when it has
	answers.Wait()
	_ = w.server.Close()
	w.line.forget(w.client, w.server)
	if b != nil {
		w.line.letting.Done()
	}
}

// statements carries what the client says, statement by statement, until it has gone or the line breaks.
func (w *wire) statements() *Break {
	lettered, statement := false, ""
	var sent []byte
	for {
		letter, frame, err := readMessage(w.client, lettered)
		if err != nil {
			return nil
		}
		sent = append(sent, frame...)
		if !lettered {
			lettered = true
		} else {
			if t := text(letter, frame); t != "" {
				statement = t
			}
			if waits(letter) {
				continue
			}
		}
		var b *Break
		if ends(letter) {
			b = w.hear(statement)
			statement = ""
		}
		if b != nil && !b.Delivered {
			return b
		}
		if b != nil {
			w.mute.Store(true)
		}
		if _, err := w.server.Write(sent); err != nil || b != nil {
			return b
		}
		sent = sent[:0]
	}
}

// hear counts a statement if it stands in a transaction.
func (w *wire) hear(statement string) *Break {
	word, _, _ := strings.Cut(strings.ToUpper(statement), " ")
	if word == "BEGIN" {
		w.inside = true
	}
	if !w.inside {
		return nil
	}
	if word == "COMMIT" || word == "ROLLBACK" {
		w.inside = false
	}
	return w.line.come(statement)
}

// answers carries what the server says, until it has nothing more to say.
func (w *wire) answers(answered chan<- struct{}) {
	over := sync.OnceFunc(func() { close(answered) })
	defer over()
	defer w.client.CloseWrite() //nolint:errcheck // the client may have gone
	for {
		letter, frame, err := readMessage(w.server, true)
		if err != nil {
			return
		}
		if w.mute.Load() {
			if letter == 'Z' { // ready for the next: this one is done
				over()
			}
			continue
		}
		if _, err := w.client.Write(frame); err != nil {
			_, _ = io.Copy(io.Discard, w.server)
			return
		}
	}
}
