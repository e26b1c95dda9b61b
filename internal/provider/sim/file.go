package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// openLedger reads what the file holds, and keeps it for this simulator alone. A last line without an end was never
// answered, so it is cut off; a line that can't be read anywhere else is an error, because what follows can't be trusted.
func openLedger(path string) (_ *ledger, err error) {
	if path == "" {
		return nil, errors.New("the simulator needs a file for its ledger")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, fmt.Errorf("open the ledger: %w", err)
	}
	lock := flock.New(path + ".lock")
	if free, err := lock.TryLock(); err != nil {
		return nil, fmt.Errorf("open the ledger: %w", err)
	} else if !free {
		_ = lock.Close()
		return nil, fmt.Errorf("the ledger %s is kept by another simulator", path)
	}
	l := &ledger{lock: lock, entries: map[string]entry{}, holders: map[string]map[string]struct{}{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.close())
		}
	}()
	if l.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, fmt.Errorf("open the ledger: %w", err)
	}
	if err := l.load(); err != nil {
		return nil, fmt.Errorf("read the ledger %s: %w", path, err)
	}
	return l, nil
}

func (l *ledger) load() error {
	raw, err := io.ReadAll(l.file)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(raw, '\n') + 1
	for number, line := range bytes.Split(bytes.TrimSuffix(raw[:whole], []byte("\n")), []byte("\n")) {
		if whole == 0 {
			break
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil || e.Reference == "" || (e.State != booked && e.State != cancelled) {
			return fmt.Errorf("line %d can't be read", number+1)
		}
		l.apply(e)
	}
	if whole < len(raw) {
		if err := l.file.Truncate(int64(whole)); err != nil {
			return err
		}
	}
	_, err = l.file.Seek(int64(whole), io.SeekStart)
	return err
}

// write makes an entry count once it is on the disk. The caller holds the lock.
func (l *ledger) write(e entry) error {
	if l.broken != nil {
		return l.broken
	}
	line, err := json.Marshal(e)
	if err == nil {
		_, err = l.file.Write(append(line, '\n'))
	}
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		l.broken = fmt.Errorf("write the ledger: %w", err)
		return l.broken
	}
	l.apply(e)
	return nil
}

func (l *ledger) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	if l.file != nil {
		err = l.file.Close()
	}
	l.broken = errors.Join(l.broken, os.ErrClosed)
	return errors.Join(err, l.lock.Close())
}
