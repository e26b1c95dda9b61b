package journal

import (
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"regexp"
	"strings"

	"github.com/lib/pq"
)

// withheld stands where something was that is nobody's business.
const withheld = "[withheld]"

// Names of values that are withheld whatever they hold: those that contain one of the parts, and those that are one of the
// words. Case, hyphens and underscores don't count.
var (
	secretParts = []string{"token", "secret", "authorization", "password", "passwd", "cookie", "phone", "email", "credential", "apikey", "idempotency"}
	secretWords = map[string]bool{
		"key": true, "name": true, "displayname": true, "customername": true, "contact": true, "address": true, "dsn": true,
		"note": true, "body": true, "query": true, "variables": true, "input": true, "args": true,
	}
	plainName = strings.NewReplacer("-", "", "_", "", ".", "")
)

func isSecret(key string) bool {
	name := plainName.Replace(strings.ToLower(key))
	for _, part := range secretParts {
		if strings.Contains(name, part) {
			return true
		}
	}
	return secretWords[name]
}

func cleanAll(attrs []slog.Attr) []slog.Attr {
	cleaned := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		cleaned[i] = clean(a)
	}
	return cleaned
}

// clean makes an attribute fit to be read by anybody who may read the log.
func clean(a slog.Attr) slog.Attr {
	value := a.Value.Resolve()
	switch {
	case value.Kind() == slog.KindGroup:
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(cleanAll(value.Group())...)}
	case isSecret(a.Key):
		return slog.String(a.Key, withheld)
	case value.Kind() == slog.KindString:
		return slog.String(a.Key, scrub(value.String()))
	case value.Kind() == slog.KindAny:
		return slog.String(a.Key, scrub(text(value.Any())))
	}
	return slog.Attr{Key: a.Key, Value: value}
}

// text words a value that isn't plain. What has parts is withheld: nobody has looked through them.
func text(value any) string {
	if err, failed := value.(error); failed {
		return errorText(err)
	}
	if _, speaks := value.(fmt.Stringer); speaks || value == nil {
		return fmt.Sprint(value)
	}
	switch reflect.TypeOf(value).Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return fmt.Sprint(value)
	}
	return fmt.Sprintf("%s (%T)", withheld, value)
}

// errorText words an error. The server repeats a value that it can't take, which may be anything that a client sent; its
// detail, which holds rows, is no part of the text.
func errorText(err error) string {
	words := err.Error()
	var refused *pq.Error
	if errors.As(err, &refused) && refused.Message != "" && refused.Code.Class() == "22" {
		words = strings.ReplaceAll(words, refused.Message, "a value is not acceptable "+withheld)
	}
	return words
}

// traces are what secrets and contact data look like inside of a text.
var traces = regexp.MustCompile(strings.Join([]string{
	`\bsqs?\.[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]+)?`,                // our tokens, even half of one
	`\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*`,                    // a signed token of somebody else
	`(?i:bearer|basic) +[A-Za-z0-9._~+/=-]{8,}`,                      // an Authorization header
	`(?i:password|secret|token) ?[=:] ?[^\s&]+`,                      // a connection string, a query string
	`://[^/\s:@]+:[^/\s@]+@`,                                         // a URL with a password
	`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]+`, // an e-mail address
	`\+\d(?:[ ().-]?\d){6,14}`,                                       // a phone number as it is stored
}, "|"))

func scrub(words string) string { return traces.ReplaceAllString(words, withheld) }
