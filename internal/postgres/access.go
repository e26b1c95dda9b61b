package postgres

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
)

// accessFile keeps, in the data folder and readable by its owner only, how the cluster is reached.
const accessFile = "postgres.json"

// access is how the cluster is reached: its port and the passwords of its two login roles. The port is kept, so that
// a second start answers at the same address.
type access struct {
	Port          int    `json:"port"`
	AdminPassword string `json:"admin_password"`
	LoginPassword string `json:"login_password"`
}

// readAccess returns the kept access, or fresh passwords when there is none. Fresh ones are saved before the cluster
// exists, so a crash in between never leaves a cluster that nobody can enter.
func readAccess(dir string, clusterExists bool) (access, error) {
	path := filepath.Join(dir, accessFile)
	raw, err := os.ReadFile(path)
	switch {
	case err == nil:
		var a access
		if err := json.Unmarshal(raw, &a); err != nil {
			return access{}, fmt.Errorf("read %s: %w", path, err)
		}
		return a, nil
	case !errors.Is(err, fs.ErrNotExist):
		return access{}, err
	case clusterExists:
		return access{}, fmt.Errorf("%s is missing: it holds the passwords of the cluster beside it; restore it", path)
	}
	a := access{AdminPassword: randomPassword(), LoginPassword: randomPassword()}
	return a, a.save(dir)
}

func (a access) save(dir string) error {
	raw, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, accessFile), append(raw, '\n'), 0o600)
}

// url is the connection string of one role to one database. Loopback never leaves the machine, hence no TLS.
func (a access) url(role, password, database string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword(role, password),
		Host:     net.JoinHostPort(loopback, strconv.Itoa(a.Port)),
		Path:     "/" + database,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

func randomPassword() string {
	var b [24]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b[:])
}

// Ports outside every usual range of ephemeral ports. Inside it, a pool that reconnects while the server is down can
// connect to itself and then holds the very port the server needs.
const firstPort, lastPort = 20_000, 29_999

// freePort returns a loopback port that nobody listens on, the preferred one when it is free.
func freePort(preferred int) (int, error) {
	if preferred != 0 && portFree(preferred) {
		return preferred, nil
	}
	for range 200 {
		n, err := rand.Int(rand.Reader, big.NewInt(lastPort-firstPort+1))
		if err != nil {
			return 0, err
		}
		if port := firstPort + int(n.Int64()); portFree(port) {
			return port, nil
		}
	}
	return 0, fmt.Errorf("no free port between %d and %d on %s", firstPort, lastPort, loopback)
}

func portFree(port int) bool {
	l, err := net.Listen("tcp", net.JoinHostPort(loopback, strconv.Itoa(port)))
	if err != nil {
		return false
	}
	return l.Close() == nil
}
