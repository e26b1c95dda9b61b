package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// build compiles a package with the other clock. The toolchain's cache keeps what it compiled: only the first time takes long.
func build(ctx context.Context, tool, out, target string) error {
	root, err := exec.CommandContext(ctx, tool, "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("%s env GOROOT: %w", tool, err)
	}
	dir, err := os.MkdirTemp("", "skew-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	overlay, err := overlaid(strings.TrimSpace(string(root)), dir)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, tool, "build", "-overlay", overlay, "-o", out, target)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s build -overlay ... %s: %w", tool, target, err)
	}
	return nil
}

// overlaid writes the other clock, and the list which says what it stands for.
func overlaid(root, dir string) (list string, err error) {
	original := filepath.Join(root, "src", "time", "time.go")
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	text, err := wrong(string(source))
	if err != nil {
		return "", fmt.Errorf("%s: %w", original, err)
	}
	instead := filepath.Join(dir, "time.go")
	if err := os.WriteFile(instead, []byte(text), 0o600); err != nil {
		return "", err
	}
	raw, err := json.Marshal(map[string]any{"Replace": map[string]string{original: instead}})
	if err != nil {
		return "", err
	}
	list = filepath.Join(dir, "overlay.json")
	return list, os.WriteFile(list, raw, 0o600)
}
