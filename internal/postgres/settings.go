package postgres

import (
	"runtime"
	"strconv"
)

// settings are the arguments of the server process. They stand on the command line and not in a file, so that what runs
// is what this version of slotq says; everything else is free for postgresql.conf.
func (c *Cluster) settings() []string {
	values := [][2]string{
		{"listen_addresses", loopback},
		{"port", strconv.Itoa(c.access.Port)},
		{"unix_socket_directories", ""},
		{"max_connections", strconv.Itoa(c.opts.MaxConnections)},
		{"timezone", "UTC"},
		{"log_timezone", "UTC"},
		// Commands lock in one global order, so a deadlock is a fault of ours: find it fast, retry, report.
		{"deadlock_timeout", "200ms"},
		{"logging_collector", "on"},
		{"log_directory", "log"},
		{"log_filename", "postgresql-%a.log"}, // seven files at most
		{"log_truncate_on_rotation", "on"},
		{"log_rotation_age", "1d"},
		{"log_rotation_size", "0"},
		{"log_checkpoints", "off"},
		// Details quote the values of rows, and names of guests have no business in a log.
		{"log_error_verbosity", "terse"},
	}
	if runtime.GOOS == "linux" { // elsewhere the server may refuse it
		values = append(values, [2]string{"client_connection_check_interval", "5s"})
	}
	if c.opts.Ephemeral {
		values = append(values, [][2]string{
			{"fsync", "off"},
			{"full_page_writes", "off"},
			{"synchronous_commit", "off"},
			{"wal_level", "minimal"},
			{"max_wal_senders", "0"},
			{"max_wal_size", "256MB"}, // it may have to fit into memory
			{"password_encryption", "md5"},
			// A worker that looks at a template blocks its cloning.
			{"autovacuum", "off"},
		}...)
	}
	args := []string{"-D", c.pgdata()}
	for _, v := range values {
		args = append(args, "-c", v[0]+"="+v[1])
	}
	return args
}
