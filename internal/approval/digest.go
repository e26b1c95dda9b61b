package approval

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// TargetKey names what an action is done to, in one canonical text: two preparations with the same key are for the same
// thing. The references are a set: their order and repeats don't matter. None of them may hold a plus sign.
func TargetKey(action string, refs ...string) string {
	set := slices.Clone(refs)
	slices.Sort(set)
	return action + ":" + strings.Join(slices.Compact(set), "+")
}

// Digest is the SHA-256 sum, in hexadecimal, of an action and its arguments. It says the same of all JSON texts that mean
// the same: spacing, the order of keys, how a number is spelled and how a letter is composed don't count, for the database
// keeps none of them. What isn't JSON is taken letter by letter, and so is never the same as anything that is.
func Digest(action string, canonicalArguments json.RawMessage) string {
	sum := sha256.Sum256(append([]byte(action+"\x00"), canonical(canonicalArguments)...))
	return hex.EncodeToString(sum[:])
}

func canonical(raw json.RawMessage) []byte {
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber() // a float would make two long numbers one
	var value any
	if err := in.Decode(&value); err != nil {
		return raw
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return raw
	}
	out, err := json.Marshal(same(value))
	if err != nil {
		return raw
	}
	return out
}

// same gives all spellings of a value one form. Keys are our own words and stay as they are.
func same(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key := range v {
			v[key] = same(v[key])
		}
	case []any:
		for k := range v {
			v[k] = same(v[k])
		}
	case string:
		return norm.NFC.String(v)
	case json.Number:
		return decimal(v)
	}
	return value
}

// longestZeros is where writing a whole number out ends, lest a short text become a long one.
const longestZeros = 20

// decimal writes a number in one way: a whole one in plain digits, any other as its digits and a power of ten.
func decimal(n json.Number) json.Number {
	text, negative := strings.CutPrefix(strings.ToLower(n.String()), "-")
	mantissa, exponent, raised := strings.Cut(text, "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	power := 0
	if raised {
		var err error
		if power, err = strconv.Atoi(exponent); err != nil { // beyond all numbers that the database keeps
			return n
		}
	}
	digits := strings.TrimRight(whole+fraction, "0")
	power += len(whole) - len(digits)
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return "0"
	}
	if negative {
		digits = "-" + digits
	}
	if power >= 0 && power <= longestZeros {
		return json.Number(digits + strings.Repeat("0", power))
	}
	return json.Number(digits + "e" + strconv.Itoa(power))
}
