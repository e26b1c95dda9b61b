#!/bin/sh
# Brings promtool, which checks the alert rules in ops/, when this machine has none. Where the system's package also runs a
# server, only the program is taken out of it: nothing is started. With promtool present it does nothing.
set -eu

. "$(dirname "$0")/as-root.sh"

here=$(cd "$(dirname "$0")/.." && pwd)

present() { command -v promtool >/dev/null 2>&1 || [ -x "$here/bin/promtool" ]; }

# The package prometheus starts a server for the whole system; of it we want one program, which needs nothing else.
with_apt() {
	folder=$(mktemp -d)
	trap 'rm -rf "$folder"' EXIT
	as_root env DEBIAN_FRONTEND=noninteractive apt-get update
	(cd "$folder" && apt-get download prometheus)
	dpkg-deb -x "$folder"/prometheus_*.deb "$folder/unpacked"
	mkdir -p "$here/bin"
	cp "$folder/unpacked/usr/bin/promtool" "$here/bin/promtool"
}

if present; then
	exit 0
fi
say "no promtool found, which checks the alert rules"
if command -v apt-get >/dev/null 2>&1; then
	with_apt
elif command -v apk >/dev/null 2>&1; then
	as_root apk add --no-cache prometheus
elif command -v brew >/dev/null 2>&1; then
	brew install prometheus
else
	say "no package manager that this script knows; put promtool of Prometheus 2.42 or newer into PATH or $here/bin" >&2
	exit 1
fi
present || { say "the package is there but promtool was not found" >&2; exit 1; }
