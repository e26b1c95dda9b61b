#!/bin/sh
# Installs the npm servers beside which SlotQ is measured, and a Node that is new enough for them, each once.
set -eu
cd "$(dirname "$0")"
for project in node postgraphile graphql-ws; do
	if ! [ "$project/node_modules/.package-lock.json" -nt "$project/package-lock.json" ]; then
		echo "installing $project, beside which SlotQ is measured (once)"
		npm ci --prefix "$project" --no-audit --no-fund
		mkdir -p "$project/node_modules" # where this machine is none of those that a Node is there for, it may stay empty
		touch "$project/node_modules/.package-lock.json"
	fi
	# From here on the Node of ours is the one that installs, so that it is held against what the others demand.
	for bin in "$PWD"/node/node_modules/node-*/bin; do
		[ -x "$bin/node" ] && PATH="$bin:$PATH"
	done
done
