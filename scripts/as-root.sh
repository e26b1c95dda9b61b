# What the scripts that install something share; they read it with `.`.

say() { printf '%s: %s\n' "$(basename "$0" .sh)" "$*"; }

# as_root runs a command as root, by sudo if we aren't.
as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif command -v sudo >/dev/null 2>&1; then
		sudo "$@"
	else
		say "this needs root and there is no sudo; run as root: $*" >&2
		exit 1
	fi
}
