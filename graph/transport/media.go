package transport

import (
	"mime"
	"net/http"
	"strconv"
	"strings"
)

const (
	jsonType     = "application/json"
	responseType = "application/graphql-response+json"
	streamType   = "text/event-stream"
)

// answers maps a media range of the Accept header to the media type that answers it. Whoever
// accepts anything gets application/json, whose status codes old clients understand.
var answers = map[string]string{
	responseType:    responseType,
	jsonType:        jsonType,
	"application/*": jsonType,
	"*/*":           jsonType,
	streamType:      streamType,
}

// preferred returns the media type among wanted that the client likes best: the highest q, then the
// first named. Empty when there is none. A request without Accept takes application/json.
func preferred(h http.Header, wanted ...string) string {
	accept := strings.Join(h.Values("Accept"), ",")
	if strings.TrimSpace(accept) == "" {
		return jsonType
	}
	best, bestQ := "", 0.0
	for part := range strings.SplitSeq(accept, ",") {
		media, params, err := mime.ParseMediaType(part)
		if err != nil || !utf8Charset(params) {
			continue
		}
		answer := answers[media]
		for _, w := range wanted {
			if q := quality(params); answer == w && q > bestQ {
				best, bestQ = answer, q
			}
		}
	}
	return best
}

func quality(params map[string]string) float64 {
	given, ok := params["q"]
	if !ok {
		return 1
	}
	q, err := strconv.ParseFloat(given, 64)
	if err != nil || q < 0 || q > 1 {
		return 0
	}
	return q
}

func utf8Charset(params map[string]string) bool {
	charset, ok := params["charset"]
	return !ok || strings.EqualFold(charset, "utf-8")
}

// readableBody tells whether the body is plain UTF-8 JSON. Only that type is taken, because no HTML
// form can send it: a foreign page cannot post here without a preflight.
func readableBody(h http.Header) bool {
	encoding := h.Get("Content-Encoding")
	if encoding != "" && !strings.EqualFold(encoding, "identity") {
		return false
	}
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && media == jsonType && utf8Charset(params)
}
