package approval_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/approval"
)

func digest(args string) string { return approval.Digest("moveReservation", json.RawMessage(args)) }

func TestTargetKey(t *testing.T) {
	t.Parallel()
	require.Equal(t, "requestReservation:sl_a+sl_b", approval.TargetKey("requestReservation", "sl_b", "sl_a", "sl_b"), "a set")
	require.Equal(t, "confirmOffer:of_x", approval.TargetKey("confirmOffer", "of_x"))
	require.NotEqual(t, approval.TargetKey("cancelReservation", "rv_x"), approval.TargetKey("moveReservation", "rv_x"), "the action counts")
	require.NotEqual(t, approval.TargetKey("requestReservation", "sl_a"), approval.TargetKey("requestReservation", "sl_a", "sl_b"))
	refs := []string{"sl_b", "sl_a"}
	approval.TargetKey("requestReservation", refs...)
	require.Equal(t, []string{"sl_b", "sl_a"}, refs, "the caller's list stays as it is")
}

func TestDigestIsThePublishedSum(t *testing.T) {
	t.Parallel()
	sum := sha256.Sum256([]byte("cancelReservation\x00" + `{"expectedVersion":10,"reservationId":"rv_x"}`))
	require.Equal(t, hex.EncodeToString(sum[:]), approval.Digest("cancelReservation", json.RawMessage(`{"reservationId": "rv_x", "expectedVersion": 10}`)))
}

func TestDigestTakesWhatMeansTheSameForTheSame(t *testing.T) {
	t.Parallel()
	for name, pair := range map[string][2]string{
		"order of keys":             {`{"a":1,"b":{"c":2,"d":3}}`, `{"b":{"d":3,"c":2},"a":1}`},
		"spacing":                   {`{"a":[1,2]}`, " {\n\t\"a\" : [ 1 , 2 ] } \n"},
		"escapes":                   {`{"a":"é</>"}`, `{"a":"\u00e9\u003c\/\u003e"}`},
		"composed letters":          {`{"a":"` + norm.NFC.String("Zoë Ångström 김") + `"}`, `{"a":"` + norm.NFD.String("Zoë Ångström 김") + `"}`},
		"a letter behind a bracket": {`{"a":"` + norm.NFC.String("<\u0338") + `"}`, `{"a":"<\u0338"}`},
		"a power of ten":            {`{"a":1e2}`, `{"a":100}`},
		"a fraction":                {`{"a":1.50}`, `{"a":15e-1}`},
		"no negative nothing":       {`{"a":-0.0}`, `{"a":0}`},
		"a repeated key":            {`{"a":1,"a":2}`, `{"a":2}`},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, digest(pair[0]), digest(pair[1])) })
	}
}

func TestDigestTellsApartWhatDiffers(t *testing.T) {
	t.Parallel()
	texts := []string{
		`{}`, `[]`, `null`, `""`, `0`, `{"a":1}`, `{"a":"1"}`, `{"a":-1}`, `{"a":10}`, `{"a":0.1}`, `{"a":[1]}`, `{"a":null}`, `{"a":false}`, `{"b":1}`, `{"A":1}`,
		`{"a":1,"b":2}`, `{"a":2,"b":1}`, `{"a":["x","y"]}`, `{"a":["y","x"]}`, `{"a":["x,y"]}`, `{"a":"x "}`, `{"a":9007199254740992}`, `{"a":9007199254740993}`,
		`{"a":"rv_1"}`, `{"a":"rv_2"}`, ``, `{`, `{"a":1}}`, `{"a":1} {}`, `{"a":1e99999999999999999999}`, `{"a":1e99999999999999999998}`,
	}
	seen := map[string]string{}
	for _, text := range texts {
		d := digest(text)
		require.Len(t, d, 64)
		require.Empty(t, seen[d], "%s and another have one digest", text)
		seen[d] = text
	}
	require.NotEqual(t, digest(`{}`), approval.Digest("cancelReservation", json.RawMessage(`{}`)), "the action counts")
}

// TestDigestAfterStorage writes values as PostgreSQL's jsonb would give them back: keys by length, blanks after the signs.
func TestDigestAfterStorage(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		args := map[string]any{
			"reservationId": "rv_" + rapid.StringMatching(`[A-Za-z0-9_-]{22}`).Draw(t, "id"), "expectedVersion": rapid.IntRange(1, 1<<40).Draw(t, "version"),
			"name": rapid.StringN(0, 12, -1).Draw(t, "name"), "slotIds": rapid.SliceOfN(rapid.StringMatching(`sl_[a-z]{3}`), 0, 4).Draw(t, "slots"),
		}
		sent, err := json.Marshal(args)
		require.NoError(t, err)
		var kept bytes.Buffer
		require.NoError(t, json.Indent(&kept, sent, "", " "))
		var back map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(kept.Bytes(), &back))
		shuffled := "{"
		for i, key := range rapid.Permutation([]string{"reservationId", "expectedVersion", "name", "slotIds"}).Draw(t, "order") {
			if i > 0 {
				shuffled += ", "
			}
			shuffled += `"` + key + `": ` + string(back[key])
		}
		require.Equal(t, digest(string(sent)), digest(shuffled+"}"))
		args["expectedVersion"] = args["expectedVersion"].(int) + 1
		other, err := json.Marshal(args)
		require.NoError(t, err)
		require.NotEqual(t, digest(string(sent)), digest(string(other)))
	})
}

// TestNumbersAreTakenByTheirValue compares with exact arithmetic.
func TestNumbersAreTakenByTheirValue(t *testing.T) {
	t.Parallel()
	number := rapid.StringMatching(`-?(0|[1-9][0-9]{0,2})(\.[0-9]{1,3})?([eE][+-]?[0-3])?`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		if rapid.Bool().Draw(t, "spelled another way") {
			r, _ := new(big.Rat).SetString(a)
			b = strings.TrimSuffix(r.FloatString(9), "0")
		}
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		require.Equal(t, x.Cmp(y) == 0, digest(a) == digest(b), "%s and %s", a, b)
	})
}
