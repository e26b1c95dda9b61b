package customer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/customer"
)

func TestSearchOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]customer.Search{
		"Kim":                   {Text: "Kim"},
		"  Kim ":                {Text: "Kim"},
		"김민":                    {Text: "김민"},
		"e\u0301a":              {Text: "\u00e9a"},
		"1234":                  {Text: "1234", Digits: "1234"},
		"010-1234-5678":         {Text: "010-1234-5678", Digits: "01012345678"},
		"+82 (10) 12.34/5":      {Text: "+82 (10) 12.34/5", Digits: "821012345"},
		"table 12":              {Text: "table 12"},
		"-1":                    {Text: "-1"},
		"--":                    {Text: "--"},
		"a%_\\":                 {Text: "a%_\\"},
		strings.Repeat("é", 60): {Text: strings.Repeat("é", 60)},
	} {
		got, ok := customer.SearchOf(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", " ", "K", " 김 ", "e\u0301", strings.Repeat("é", 61)} {
		got, ok := customer.SearchOf(text)
		require.False(t, ok, text)
		require.Equal(t, customer.Search{}, got)
	}
}
