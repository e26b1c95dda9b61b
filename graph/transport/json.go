package transport

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

// maxNesting is far above any input object and far below what recursion could not bear.
const maxNesting = 100

var (
	errNotUTF8     = errors.New("not valid UTF-8")
	errRepeatedKey = errors.New("a key is repeated")
	errTooNested   = errors.New("nested too deeply")
	errTrailing    = errors.New("something follows the value")
)

// decodeStrict reads exactly one JSON value, with numbers as json.Number. Unlike encoding/json it
// refuses repeated keys, since two readers of one body (a proxy and this server) could each believe
// another one, and invalid UTF-8, which encoding/json replaces in silence.
func decodeStrict(b []byte) (any, error) {
	if !utf8.Valid(b) {
		return nil, errNotUTF8
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	v, err := decodeValue(d, maxNesting)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errTrailing
	}
	return v, nil
}

func decodeValue(d *json.Decoder, depth int) (any, error) {
	if depth == 0 {
		return nil, errTooNested
	}
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return decodeObject(d, depth)
	case json.Delim('['):
		return decodeArray(d, depth)
	default:
		return token, nil
	}
}

func decodeObject(d *json.Decoder, depth int) (any, error) {
	object := map[string]any{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		key := token.(string) // the decoder lets nothing else stand before a colon
		if _, seen := object[key]; seen {
			return nil, errRepeatedKey
		}
		if object[key], err = decodeValue(d, depth-1); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return object, err
}

func decodeArray(d *json.Decoder, depth int) (any, error) {
	array := []any{}
	for d.More() {
		v, err := decodeValue(d, depth-1)
		if err != nil {
			return nil, err
		}
		array = append(array, v)
	}
	_, err := d.Token()
	return array, err
}
