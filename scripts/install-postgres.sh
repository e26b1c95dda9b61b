#!/bin/sh
# Installs the PostgreSQL server programs by the system's own package manager, when this machine has none. SlotQ starts a
# private cluster from them; a server for the whole system is neither needed nor started. With programs present, or with
# DATABASE_URL set, it does nothing.
set -eu

. "$(dirname "$0")/as-root.sh"

# The places where SlotQ itself looks (internal/postgres/binaries.go).
present() {
	for dir in ${SLOTQ_POSTGRES_BIN:-} \
		/usr/lib/postgresql/*/bin /usr/pgsql-*/bin /usr/libexec/postgresql* /usr/lib/postgresql*/bin \
		/opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin /home/linuxbrew/.linuxbrew/opt/postgresql*/bin \
		/opt/local/lib/postgresql*/bin /Applications/Postgres.app/Contents/Versions/*/bin /usr/local/pgsql/bin \
		"$(pg_config --bindir 2>/dev/null || true)" "$(on_path)"; do
		if [ -n "$dir" ] && [ -x "$dir/postgres" ] && [ -x "$dir/initdb" ]; then
			found=$dir
			return 0
		fi
	done
	return 1
}

# PATH may hold a link to postgres alone; initdb stands beside its target.
on_path() {
	program=$(command -v postgres 2>/dev/null) || return 0
	dirname "$(readlink -f "$program" 2>/dev/null || printf '%s' "$program")"
}

with_apt() {
	# postgresql-common makes and starts a cluster for the system unless told not to before the server arrives.
	as_root env DEBIAN_FRONTEND=noninteractive apt-get update
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql-common
	as_root mkdir -p /etc/postgresql-common/createcluster.d
	printf 'create_main_cluster = false\n' | as_root tee /etc/postgresql-common/createcluster.d/slotq.conf >/dev/null
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql
}

if [ -n "${DATABASE_URL:-}" ]; then
	say "DATABASE_URL is set: SlotQ will use that server; nothing to install"
	exit 0
fi
if present; then
	say "found in $found; nothing to install"
	exit 0
fi

# contrib brings btree_gist, which SlotQ's exclusion constraints need.
if command -v apt-get >/dev/null 2>&1; then
	say "installing the package postgresql with apt-get (no cluster for the system is made)"
	with_apt
elif command -v dnf >/dev/null 2>&1; then
	say "installing postgresql-server and postgresql-contrib with dnf"
	as_root dnf install -y postgresql-server postgresql-contrib
elif command -v yum >/dev/null 2>&1; then
	say "installing postgresql-server and postgresql-contrib with yum"
	as_root yum install -y postgresql-server postgresql-contrib
elif command -v apk >/dev/null 2>&1; then
	say "installing postgresql and postgresql-contrib with apk"
	as_root apk add --no-cache postgresql postgresql-contrib
elif command -v zypper >/dev/null 2>&1; then
	say "installing postgresql-server and postgresql-contrib with zypper"
	as_root zypper --non-interactive install postgresql-server postgresql-contrib
elif command -v pacman >/dev/null 2>&1; then
	say "installing postgresql with pacman"
	as_root pacman -S --noconfirm --needed postgresql
elif command -v brew >/dev/null 2>&1; then
	say "installing postgresql@17 with brew (it is not started as a service)"
	brew install postgresql@17
else
	say "no package manager that this script knows; install PostgreSQL 14 or newer with contrib, or set DATABASE_URL" >&2
	exit 1
fi

if ! present; then
	say "the packages are installed but postgres and initdb were not found; set SLOTQ_POSTGRES_BIN to their folder" >&2
	exit 1
fi
say "installed in $found"
