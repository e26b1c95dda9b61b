#!/bin/sh
# Installs pgbouncer, the pooler that `make storm POOLER=1` puts in front of the database, by the system's own package manager,
# when this machine has none. The storm starts one of its own: a service of the system is neither needed nor started. With
# pgbouncer present it does nothing.
set -eu

. "$(dirname "$0")/as-root.sh"

# Debian puts it where only root's PATH looks; bench/storm looks there as well.
present() { command -v pgbouncer >/dev/null 2>&1 || [ -x /usr/sbin/pgbouncer ]; }

# The package starts a service, now and with the machine, unless it is told not to.
with_apt() {
	as_root env DEBIAN_FRONTEND=noninteractive apt-get update
	if [ ! -e /usr/sbin/policy-rc.d ]; then
		trap 'as_root rm -f /usr/sbin/policy-rc.d' EXIT
		printf '#!/bin/sh\nexit 101\n' | as_root tee /usr/sbin/policy-rc.d >/dev/null
		as_root chmod +x /usr/sbin/policy-rc.d
	fi
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends pgbouncer
	if command -v systemctl >/dev/null 2>&1; then
		as_root systemctl disable pgbouncer >/dev/null 2>&1 || true
	fi
}

if present; then
	exit 0
fi
say "no pgbouncer found, which the storm puts in front of the database"
if command -v apt-get >/dev/null 2>&1; then
	with_apt
elif command -v dnf >/dev/null 2>&1; then
	as_root dnf install -y pgbouncer
elif command -v apk >/dev/null 2>&1; then
	as_root apk add --no-cache pgbouncer
elif command -v zypper >/dev/null 2>&1; then
	as_root zypper --non-interactive install pgbouncer
elif command -v pacman >/dev/null 2>&1; then
	as_root pacman -S --noconfirm --needed pgbouncer
elif command -v brew >/dev/null 2>&1; then
	brew install pgbouncer
else
	say "no package manager that this script knows; put pgbouncer 1.18 or newer into PATH" >&2
	exit 1
fi
present || { say "the package is there but pgbouncer was not found" >&2; exit 1; }
