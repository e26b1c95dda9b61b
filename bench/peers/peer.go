package peers

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/slotq/slotq/bench/process"
)

// Names of the peers: their folders.
const (
	PostGraphile = "postgraphile"
	GraphQLWS    = "graphql-ws"
)

// Peer is an npm server that runs.
type Peer struct {
	Address string // host:port

	cmd   *exec.Cmd
	ended chan struct{}
}

// Start starts the peer of a name, whose folder lies in a folder, with what it needs in its environment, and waits until it has
// printed its address.
func Start(ctx context.Context, folder, name string, environment ...string) (*Peer, error) {
	node, err := nodeIn(folder)
	if err != nil {
		return nil, err
	}
	p := &Peer{cmd: exec.Command(node, "server.mjs"), ended: make(chan struct{})}
	p.cmd.Dir, p.cmd.Stderr = filepath.Join(folder, name), os.Stderr
	p.cmd.Env = append(append(os.Environ(), "NODE_ENV=production", "GRAPHILE_ENV=production"), environment...)
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	first := make(chan string, 1)
	go func() {
		in := bufio.NewReader(out)
		line, _ := in.ReadString('\n')
		first <- strings.TrimSpace(line)
		_, _ = io.Copy(io.Discard, in)
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	err = process.Await(ctx, p.ended, p.told(first))
	if err == nil && p.Address == "" {
		err = errSilent
	}
	if err != nil {
		p.Stop()
		return nil, fmt.Errorf("start %s (install.sh installs it): %w", name, err)
	}
	return p, nil
}

var errSilent = errors.New("it has not told its address")

// told asks whether the address has been printed.
func (p *Peer) told(first <-chan string) func() error {
	return func() error {
		select {
		case p.Address = <-first:
			return nil
		default:
			return errSilent
		}
	}
}

// nodeIn is the Node that was installed beside the peers, or else the system's.
func nodeIn(folder string) (string, error) {
	own, err := filepath.Glob(filepath.Join(folder, "node", "node_modules", "node-*", "bin", "node"))
	if err != nil || len(own) == 0 {
		return exec.LookPath("node")
	}
	return filepath.Abs(own[0])
}

// PID is the first process of the peer; those that share its work are its children.
func (p *Peer) PID() int { return p.cmd.Process.Pid }

// Ended is closed when the peer has ended.
func (p *Peer) Ended() <-chan struct{} { return p.ended }

// Stop ends the peer.
func (p *Peer) Stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.ended
}
