package transport

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// file is a file of the test with this text.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "documents.json")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestReadListed(t *testing.T) {
	hash := func(text string) string { return strings.TrimPrefix(idOf(text), idPrefix) }
	list := func(texts ...string) string {
		all := map[string]string{}
		for _, text := range texts {
			all[hash(text)] = text
		}
		raw, err := json.Marshal(all)
		require.NoError(t, err)
		return string(raw)
	}

	t.Run("several files make one list, and may share documents", func(t *testing.T) {
		l, err := ReadListed(testSchema, file(t, list("{ hello }", "{ boom }")), file(t, list("{ hello }", "mutation { bump }")), file(t, "{}"))
		require.NoError(t, err)
		require.Equal(t, 3, l.Len())
		require.NotNil(t, l.byText["{ boom }"].Operations[0].SelectionSet)
	})

	for name, c := range map[string]struct{ text, says string }{
		"no JSON":                        {`{"a":`, "no JSON that could be read"},
		"a list of texts":                {`["{ hello }"]`, "must be one JSON object"},
		"a hash said twice":              {`{"a":"{ hello }","a":"{ boom }"}`, "a key is repeated"},
		"a text that is none":            {`{"` + hash("x") + `":7}`, "must be a document's text"},
		"another text's hash":            {`{"` + hash("{ boom }") + `":"{ hello }"}`, hash("{ boom }") + ": is not the hash of its document, which is " + hash("{ hello }")},
		"a hash of another length":       {`{"abc":"{ hello }"}`, "abc: is not the hash"},
		"an id in place of a hash":       {`{"` + idOf("{ hello }") + `":"{ hello }"}`, "is not the hash"},
		"a text that is no GraphQL":      {list("{ hello"), "Expected Name"},
		"a field that doesn't exist":     {list("{ nothing }"), `Cannot query field "nothing"`},
		"no operation":                   {list("fragment F on Query { hello }"), "has no operation"},
		"one too long to check":          {list("{" + strings.Repeat(" hello", 300) + "}"), "too long to check"},
		"one that no request could send": {list("{ tree {" + aliases("name", 1000) + "} }"), "token limit of 1500"},
	} {
		t.Run("refused: "+name, func(t *testing.T) {
			path := file(t, c.text)
			_, err := ReadListed(testSchema, path)
			require.ErrorContains(t, err, c.says)
			require.ErrorContains(t, err, path)
		})
	}

	t.Run("everything that is wrong is said at once", func(t *testing.T) {
		_, err := ReadListed(testSchema, file(t, list("{ nothing }", "{ neither }")), filepath.Join(t.TempDir(), "away.json"))
		for _, says := range []string{`"nothing"`, `"neither"`, "away.json"} {
			require.ErrorContains(t, err, says)
		}
	})
}
