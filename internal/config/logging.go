package config

import (
	"fmt"
	"io"
	"log/slog"

	"github.com/slotq/slotq/internal/journal"
)

// Logging says how the process tells what it does.
type Logging struct {
	LogFormat string `name:"log-format" env:"SLOTQ_LOG_FORMAT" enum:"text,json" default:"text" help:"Form of the log: text for people, json for machines."`
	LogLevel  string `name:"log-level" env:"SLOTQ_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"The least important kind of entry that is written: debug, info, warn or error."`
}

// Validate refuses a form or a level that doesn't exist.
func (l Logging) Validate() error {
	_, err := l.Logger(io.Discard)
	return err
}

// Logger makes the logger, whose lines name their call and hold neither secrets nor people. The error names the setting that
// is wrong.
func (l Logging) Logger(out io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(l.LogLevel)); err != nil {
		return nil, fmt.Errorf("SLOTQ_LOG_LEVEL (--log-level) must be debug, info, warn or error, not %q", l.LogLevel)
	}
	options := &slog.HandlerOptions{Level: level}
	switch l.LogFormat {
	case "text":
		return slog.New(journal.New(slog.NewTextHandler(out, options))), nil
	case "json":
		return slog.New(journal.New(slog.NewJSONHandler(out, options))), nil
	}
	return nil, fmt.Errorf("SLOTQ_LOG_FORMAT (--log-format) must be text or json, not %q", l.LogFormat)
}
