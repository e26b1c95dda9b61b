package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Database says where the rows live: on a PostgreSQL that runs already, or on a private one that slotq starts.
type Database struct {
	URL    string `name:"database-url" env:"DATABASE_URL" placeholder:"URL" help:"PostgreSQL to use, such as postgres://user:secret@host:5432/name. Without one, slotq runs a private PostgreSQL in the data folder. Prefer the variable: flags show in the list of processes."`
	Direct string `name:"database-direct-url" env:"DATABASE_DIRECT_URL" placeholder:"URL" help:"The same PostgreSQL past a pooler, where DATABASE_URL leads to one in transaction mode: migrations, and hearing at once what other processes did, need sessions of their own."`
	Data   string `name:"data" env:"SLOTQ_DATA" default:".slotq" help:"Folder of the private PostgreSQL and of what slotq writes about itself."`
	Pool   int    `name:"pool" env:"SLOTQ_POOL" default:"20" help:"Database connections of this process, at most."`
}

// Validate refuses a connection string or a pool that can't work. It never repeats the string, which may hold a password.
func (d Database) Validate() error {
	var errs []error
	if d.URL != "" && !connectionString(d.URL) {
		errs = append(errs, errors.New("DATABASE_URL (--database-url) must be a URL such as postgres://user:secret@host:5432/name, or key=value pairs"))
	}
	if d.Direct != "" && !connectionString(d.Direct) {
		errs = append(errs, errors.New("DATABASE_DIRECT_URL (--database-direct-url) must be a URL such as postgres://user:secret@host:5432/name, or key=value pairs"))
	}
	if d.Direct != "" && d.URL == "" {
		errs = append(errs, errors.New("DATABASE_DIRECT_URL (--database-direct-url) is the way past a pooler and needs DATABASE_URL (--database-url) for the way through it"))
	}
	if d.URL == "" && strings.TrimSpace(d.Data) == "" {
		errs = append(errs, errors.New("SLOTQ_DATA (--data) must name a folder when there is no DATABASE_URL"))
	}
	if d.Pool < 2 || d.Pool > 1000 {
		errs = append(errs, fmt.Errorf("SLOTQ_POOL (--pool) must be 2 to 1000, not %d", d.Pool))
	}
	return errors.Join(errs...)
}

func connectionString(text string) bool {
	scheme, _, hasScheme := strings.Cut(text, "://")
	if !hasScheme {
		return strings.Contains(text, "=")
	}
	if scheme != "postgres" && scheme != "postgresql" {
		return false
	}
	_, err := url.Parse(text)
	return err == nil
}
