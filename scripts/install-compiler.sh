#!/bin/sh
# Installs a C compiler by the system's own package manager, when this machine has none. SlotQ itself is built without one;
# the race detector of `make test` is not. With a compiler present it does nothing.
set -eu

. "$(dirname "$0")/as-root.sh"

present() { command -v "${CC:-$(go env CC)}" >/dev/null 2>&1; }

if present; then
	exit 0
fi
say "no C compiler found, which the race detector needs"
if command -v apt-get >/dev/null 2>&1; then
	as_root env DEBIAN_FRONTEND=noninteractive apt-get update
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends gcc libc6-dev
elif command -v dnf >/dev/null 2>&1; then
	as_root dnf install -y gcc glibc-devel
elif command -v yum >/dev/null 2>&1; then
	as_root yum install -y gcc glibc-devel
elif command -v zypper >/dev/null 2>&1; then
	as_root zypper --non-interactive install gcc glibc-devel
elif command -v pacman >/dev/null 2>&1; then
	as_root pacman -S --noconfirm --needed gcc
else
	say "no package manager that this script knows; install gcc or clang" >&2
	exit 1
fi
present || { say "the packages are installed but $(go env CC) was not found; set CC" >&2; exit 1; }
