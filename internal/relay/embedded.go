package relay

import (
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Embedded is a NATS server inside the program, for trying out several nodes on one machine.
type Embedded struct{ server *server.Server }

// AnyPort takes a free port.
const AnyPort = -1

// startIn bounds how long the server may take to come up.
const startIn = 10 * time.Second

// StartEmbedded starts one on loopback, with its stream in a folder.
func StartEmbedded(dir string, port int) (*Embedded, error) {
	s, err := server.NewServer(&server.Options{
		ServerName: "slotq", Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir,
		NoSigs: true, NoLog: true, MaxPayload: 1 << 20,
	})
	if err != nil {
		return nil, fmt.Errorf("start nats: %w", err)
	}
	go s.Start()
	if !s.ReadyForConnections(startIn) {
		s.Shutdown()
		return nil, errors.New("start nats: it does not come up; is the port taken?")
	}
	return &Embedded{s}, nil
}

// URL is how it is reached on this machine.
func (e *Embedded) URL() string { return e.server.ClientURL() }

// Close stops it.
func (e *Embedded) Close() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
}
