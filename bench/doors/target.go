package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// target is a server under measurement.
type target struct {
	name     string
	cmd      *exec.Cmd
	dir      string
	ws       string
	token    string
	document string
	vars     map[string]any
	emit     func() error // makes one event happen
}

// patience bounds every wait, on a busy machine too.
const patience = 2 * time.Minute

// document asks for a change as a dashboard shows it in a list.
const document = `subscription Watch($venue: ID!, $after: EventCursor) {
  reservationChanged(venueId: $venue, after: $after) {
    kind cursor occurredAt
    reservation { id version status partySize createdAt expiresAt }
  }
}`

type manifest struct {
	GraphQL string `json:"graphql"`
	WS      string `json:"ws"`
	Tenants []struct {
		Venues []struct {
			ID string `json:"id"`
		} `json:"venues"`
		Tokens map[string]string `json:"tokens"`
	} `json:"tenants"`
}

// startSlotQ starts a demo of its own, with no limits on how fast one key may ask.
func startSlotQ(program string) (*target, error) {
	dir, err := os.MkdirTemp("", "doors")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // the database's own user passes through
		return nil, err
	}
	cmd := exec.Command(program, "demo", "--addr", "127.0.0.1:0", "--data", filepath.Join(dir, "data"),
		"--user-streams", "0", "--tenant-streams", "0", "--user-commands", "0", "--max-sockets-per-user", "20000", "--max-sockets-per-tenant", "20000")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t := &target{name: "slotq", cmd: cmd, dir: dir, document: document}
	var m manifest
	if err := await(func() error {
		raw, err := os.ReadFile(filepath.Join(dir, "data", "demo.json"))
		if err != nil {
			return err
		}
		return json.Unmarshal(raw, &m)
	}); err != nil {
		t.stop()
		return nil, err
	}
	t.ws, t.token, t.vars = m.WS, m.Tenants[0].Tokens["staff"], map[string]any{"venue": m.Tenants[0].Venues[0].ID}
	desk := &desk{url: m.GraphQL, token: t.token, venue: m.Tenants[0].Venues[0].ID}
	t.emit = desk.act
	return t, nil
}

// startPeer starts the peer; its address is the first line that it prints.
func startPeer(folder string) (*target, error) {
	cmd := exec.Command("node", "server.mjs")
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the peer says nothing: %w", err)
	}
	at := strings.TrimSpace(line)
	t := &target{name: "graphql-ws", cmd: cmd, ws: "ws://" + at + "/graphql", token: "any", document: document, vars: map[string]any{"venue": "v"}}
	t.emit = func() error {
		answer, err := http.Post("http://"+at+"/emit", "text/plain", bytes.NewReader(nil))
		if err != nil {
			return err
		}
		return answer.Body.Close()
	}
	return t, nil
}

func (t *target) stop() {
	_ = t.cmd.Process.Signal(syscall.SIGTERM)
	_ = t.cmd.Wait()
	if t.dir != "" {
		_ = os.RemoveAll(t.dir)
	}
}

// await asks again and again until it succeeds.
func await(ask func() error) error {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		err := ask()
		if err == nil || time.Now().After(end) {
			return err
		}
	}
}

// spent is the processor time that the server has used, without what its database has.
func (t *target) spent() (time.Duration, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", t.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+1:]))
	if len(fields) < 13 {
		return 0, errors.New("can't read the process's times")
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, nil // Linux counts hundredths of a second
}

// resident is the server's memory in kilobytes.
func (t *target) resident() (int, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", t.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(raw)) {
		if rest, found := strings.CutPrefix(line, "VmRSS:"); found {
			return strconv.Atoi(strings.Fields(rest)[0])
		}
	}
	return 0, errors.New("can't read the process's memory")
}
