#!/bin/sh
# Builds the program as it was before the newest migration, from the history of this repository: what `make storm/upgrade` starts
# with. Another commit may be named.
#
#   sh scripts/build-older.sh bin/slotq-older [commit]
set -eu

say() { printf 'build-older: %s\n' "$*" >&2; }

out=$1
wanted=${2:-}
cd "$(dirname "$0")/.."
case $out in /*) ;; *) out=$PWD/$out ;; esac

git rev-parse --git-dir >/dev/null 2>&1 || {
	say "this is no git repository, so there is no older program to build; name one yourself: bench/storm -older another-slotq"
	exit 1
}
if [ -z "$wanted" ]; then
	newest=$(find migrations -name '[0-9]*.sql' | sort | tail -n 1)
	made=$(git log --diff-filter=A --format=%H -n 1 -- "$newest")
	wanted=HEAD # where the newest isn't committed yet, the last commit is the one before it
	[ -z "$made" ] || wanted=$made^
fi
commit=$(git rev-parse --verify --quiet "$wanted^{commit}") || {
	say "the history doesn't go back to $wanted, before $(basename "${newest:-it}") was added; if this is a shallow clone: git fetch --unshallow"
	exit 1
}

folder=$(mktemp -d)
trap 'git worktree remove --force "$folder/tree" >/dev/null 2>&1 || true; rm -rf "$folder"; git worktree prune' EXIT
trap 'exit 1' INT TERM HUP
git worktree add --quiet --detach "$folder/tree" "$commit"
say "building $(git log -1 --format='%h of %cs, %s' "$commit")"
(cd "$folder/tree" && ${GO:-go} build -o "$out" .)
