package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/tidwall/gjson"
)

// wire is one connection on which one request follows another. It does as little as possible, because it takes its time from the
// same processors as the server: pgbench, beside which it is seen, is as frugal.
type wire struct {
	conn   net.Conn
	in     *bufio.Reader
	head   []byte
	out    bytes.Buffer
	answer bytes.Buffer
}

// dial connects to the server in the name of a token.
func dial(ctx context.Context, address, token string) (*wire, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", at.Host)
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: ", at.Path, at.Host, token)
	return &wire{conn: conn, in: bufio.NewReaderSize(conn, 16<<10), head: []byte(head)}, nil
}

func (w *wire) close() { _ = w.conn.Close() }

// ask sends a body and returns that of the answer, which holds until the next is asked.
func (w *wire) ask(body []byte) ([]byte, error) {
	_ = w.conn.SetDeadline(time.Now().Add(patience))
	w.out.Reset()
	w.out.Write(w.head)
	fmt.Fprintf(&w.out, "%d\r\n\r\n", len(body))
	w.out.Write(body)
	if _, err := w.conn.Write(w.out.Bytes()); err != nil {
		return nil, err
	}
	response, err := http.ReadResponse(w.in, nil)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	w.answer.Reset()
	if _, err := w.answer.ReadFrom(response.Body); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", response.Status, w.answer.Bytes())
	}
	return w.answer.Bytes(), nil
}

var committed = []byte(`"outcome":"COMMITTED"`)

// commit sends a command and demands that it was done.
func (w *wire) commit(body []byte) error { return w.demand(body, committed) }

// demand sends a request whose answer has to hold something.
func (w *wire) demand(body, what []byte) error {
	answer, err := w.ask(body)
	if err == nil && !bytes.Contains(answer, what) {
		err = fmt.Errorf("not done: %s", answer)
	}
	return err
}

// give sends a command that has to be done, and returns what its payload says of something.
func (w *wire) give(path string, body []byte) (gjson.Result, error) {
	if err := w.commit(body); err != nil {
		return gjson.Result{}, err
	}
	found := gjson.GetBytes(w.answer.Bytes(), "data."+path)
	if !found.IsObject() {
		return found, fmt.Errorf("no %s in %s", path, w.answer.Bytes())
	}
	return found, nil
}
