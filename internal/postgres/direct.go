package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/lib/pq"
)

// direct opens connections, and prepares statements on those that surely lead to the server itself. A pooler in between hands
// each transaction to any of its connections, where a name may stand for another statement: there nothing may be prepared.
type direct struct{ *pq.Connector }

func newDirect(c *pq.Connector) direct {
	c.Dialer(&noting{})
	return direct{c}
}

// Connect opens a connection.
func (d direct) Connect(ctx context.Context) (driver.Conn, error) {
	var near net.Addr
	conn, err := d.Connector.Connect(context.WithValue(ctx, nearKey{}, &near))
	if err != nil {
		return nil, err
	}
	s, able := conn.(session)
	if !able {
		return nil, errors.Join(fmt.Errorf("%T can't do what a connection must", conn), conn.Close())
	}
	e := newEntering(s)
	if !reaches(ctx, s, near) {
		return e, nil
	}
	return newPreparing(e), nil
}

// reaches reports whether the server sees the very port from which we called. Through anything that calls in our stead, and
// through a Unix socket, it does not.
func reaches(ctx context.Context, s session, near net.Addr) bool {
	from, ok := near.(*net.TCPAddr)
	if !ok {
		return false
	}
	rows, err := s.QueryContext(ctx, `SELECT inet_client_port()`, nil)
	if err != nil {
		return false
	}
	defer func() { _ = rows.Close() }()
	seen := make([]driver.Value, 1)
	if rows.Next(seen) != nil {
		return false
	}
	port, ok := seen[0].(int64)
	return ok && port == int64(from.Port)
}

type nearKey struct{}

// noting dials, and notes our end of the connection.
type noting struct{ net.Dialer }

// DialContext dials.
func (n *noting) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := n.Dialer.DialContext(ctx, network, address)
	if near, ok := ctx.Value(nearKey{}).(*net.Addr); ok && err == nil {
		*near = conn.LocalAddr()
	}
	return conn, err
}

// DialTimeout dials for so long at most.
func (n *noting) DialTimeout(network, address string, patience time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return n.DialContext(ctx, network, address)
}
