package transport

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	// maxNesting is far above any input object and far below what recursion could not bear.
	maxNesting = 100
	// maxValues is above the longest input, a year of exceptions to opening hours, and takes some milliseconds to read.
	maxValues = 5000
)

var (
	errNotUTF8     = errors.New("not valid UTF-8")
	errRepeatedKey = errors.New("a key is repeated")
	errTooNested   = errors.New("nested too deeply")
	errTooMany     = fmt.Errorf("more than %d values", maxValues)
	errTrailing    = errors.New("something follows the value")
)

// decodeStrict reads exactly one JSON value, with numbers as json.Number. Unlike encoding/json it
// refuses repeated keys, since two readers of one body (a proxy and this server) could each believe
// another one, invalid UTF-8, which encoding/json replaces in silence, and more than maxValues values
// in it, since a small body can hold many.
func decodeStrict(b []byte) (any, error) {
	if !utf8.Valid(b) {
		return nil, errNotUTF8
	}
	d := &decoder{Decoder: json.NewDecoder(bytes.NewReader(b))}
	d.UseNumber()
	v, err := d.value(maxNesting)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errTrailing
	}
	return v, nil
}

// decoder counts the values that it reads.
type decoder struct {
	*json.Decoder
	count int
}

func (d *decoder) value(depth int) (any, error) {
	if depth == 0 {
		return nil, errTooNested
	}
	if d.count++; d.count > maxValues {
		return nil, errTooMany
	}
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return d.object(depth)
	case json.Delim('['):
		return d.array(depth)
	default:
		return token, nil
	}
}

func (d *decoder) object(depth int) (any, error) {
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
		if object[key], err = d.value(depth - 1); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return object, err
}

func (d *decoder) array(depth int) (any, error) {
	array := []any{}
	for d.More() {
		v, err := d.value(depth - 1)
		if err != nil {
			return nil, err
		}
		array = append(array, v)
	}
	_, err := d.Token()
	return array, err
}
