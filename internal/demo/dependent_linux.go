package demo

import "syscall"

// dependent makes a child die with us, however we die. An interrupt typed at our terminal isn't for it: it ends after those
// who ask it have ended.
func dependent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
