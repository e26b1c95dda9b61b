package schema

import (
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/formatter"
)

// Print answers the whole contract as one SDL text: directives, then types by name, each with its description, without
// what GraphQL itself defines. The same schema always prints the same bytes. It panics if the SDL does not load, which
// the tests of this package rule out.
func Print() string {
	var text strings.Builder
	formatter.NewFormatter(&text, formatter.WithIndent("  ")).FormatSchema(gqlparser.MustLoadSchema(Sources()...))
	return text.String()
}
