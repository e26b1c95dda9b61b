#!/bin/sh
# Copies the IANA zone data that comes with the Go toolchain, and notes its version beside it. `go generate` runs it, so a
# newer toolchain shows as a change of these two files.
set -eu
cd "$(dirname "$0")"
source="$(go env GOROOT)/lib/time"

version="$(sed -n 's/^DATA=//p' "$source/update.bash")"
[ -n "$version" ] || { echo "tzdata: $source/update.bash doesn't say which version it fetched" >&2; exit 1; }

cp "$source/zoneinfo.zip" zoneinfo.zip
printf '%s\n' "$version" >VERSION
