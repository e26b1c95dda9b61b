package reception

import (
	"net/url"
	"strings"
)

// longestReturn is as wide as its column.
const longestReturn = 2000

// returnPath is a path of this site where a browser may be sent; ok is false for whatever could lead elsewhere. Browsers take
// a backslash for a slash, and leave tabs and line ends out.
func returnPath(text string) (path string, ok bool) {
	if text == "" {
		return "/", true
	}
	if len(text) > longestReturn || !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") || strings.ContainsRune(text, '\\') ||
		strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return "", false
	}
	at, err := url.Parse(text)
	if err != nil || at.Scheme != "" || at.Host != "" || at.User != nil {
		return "", false
	}
	return text, true
}
