#!/bin/sh
# Installs Chromium, in which the stories of the dashboard are told, and a font that shows Korean, by the system's own package
# manager, when this machine has none. With both present, or with CHROMIUM set and a font there, it does nothing.
set -eu

. "$(dirname "$0")/as-root.sh"

# The names under which web/dashboard/playwright.config.ts looks, too.
browser() {
	for name in ${CHROMIUM:-} chromium chromium-browser google-chrome-stable google-chrome \
		"/Applications/Chromium.app/Contents/MacOS/Chromium" "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
		command -v "$name" >/dev/null 2>&1 && return 0
	done
	return 1
}

# Without fontconfig nobody can say; macOS has its own fonts, Korean ones among them.
korean() {
	[ "$(uname)" = Darwin ] && return 0
	command -v fc-list >/dev/null 2>&1 && [ -n "$(fc-list :lang=ko family)" ]
}

if browser && korean; then
	exit 0
fi
say "no Chromium or no Korean font found, which the browser stories need"
if command -v apt-get >/dev/null 2>&1; then
	as_root env DEBIAN_FRONTEND=noninteractive apt-get update
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium fonts-noto-cjk fontconfig
elif command -v dnf >/dev/null 2>&1; then
	as_root dnf install -y chromium google-noto-sans-cjk-fonts fontconfig
elif command -v apk >/dev/null 2>&1; then
	as_root apk add --no-cache chromium font-noto-cjk fontconfig
elif command -v zypper >/dev/null 2>&1; then
	as_root zypper --non-interactive install chromium noto-sans-cjk-fonts fontconfig
elif command -v pacman >/dev/null 2>&1; then
	as_root pacman -S --noconfirm --needed chromium noto-fonts-cjk fontconfig
elif command -v brew >/dev/null 2>&1; then
	brew install --cask chromium
else
	say "no package manager that this script knows; install Chromium and a Korean font, or set CHROMIUM to a browser" >&2
	exit 1
fi
browser || { say "the packages are installed but no Chromium was found; set CHROMIUM to it" >&2; exit 1; }
korean || { say "the packages are installed but no font shows Korean" >&2; exit 1; }
