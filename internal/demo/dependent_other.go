//go:build !linux

package demo

import "syscall"

// dependent keeps an interrupt typed at our terminal from a child. It dies with us because its standard input ends.
func dependent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
