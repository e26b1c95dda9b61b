package transport

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
)

const (
	// MaxTokens bounds a document while it is parsed; give it to the server's SetParserTokenLimit. The longest that tools
	// send, introspection, has about 400.
	MaxTokens = 1500
	// maxRecent and maxRecentBytes bound what is remembered of documents that clients sent: how many, and how much memory
	// they take with their parsed form.
	maxRecent      = 1000
	maxRecentBytes = 32 << 20
)

// Documents is what a server knows of documents: those on the operator's list, for ever, and those sent lately. Give it to
// a server twice: to Use, before Limits, and to SetQueryCache. Make it with NewDocuments.
//
// It finds the document that a request names by its hash, instead of bringing it, by documentId ("sha256:" and 64
// hexadecimal digits) or as Apollo's clients do, by extensions.persistedQuery. Only documents of the list can be named: no
// request ever adds to it. A request that brings both must mean one and the same, else it is PAYLOAD_INVALID.
//
// A document that was not met before is refused here, before it is validated, if that would take too long.
type Documents struct {
	listed *Listed
	only   bool
	recent *recent[*ast.QueryDocument]
}

var (
	_ graphql.HandlerExtension          = (*Documents)(nil)
	_ graphql.OperationParameterMutator = (*Documents)(nil)
	_ graphql.Cache[*ast.QueryDocument] = (*Documents)(nil)
)

// NewDocuments takes the operator's list; nil is an empty one. With only, every other document is refused with
// DOCUMENT_NOT_ALLOWED, however it is sent; a listed one may still be sent as text.
func NewDocuments(listed *Listed, only bool) *Documents {
	if listed == nil {
		listed = &Listed{}
	}
	return &Documents{listed: listed, only: only, recent: newRecent[*ast.QueryDocument](maxRecent, maxRecentBytes)}
}

// ExtensionName names the extension to gqlgen.
func (*Documents) ExtensionName() string { return "Documents" }

// Validate refuses a server that would answer nothing at all.
func (d *Documents) Validate(graphql.ExecutableSchema) error {
	if d.only && d.listed.Len() == 0 {
		return errors.New("only listed documents are allowed, and none is listed")
	}
	return nil
}

// MutateOperationParameters puts the document that a request names in its place, and looks at one that nobody has seen yet.
// Of several operations the request must name one.
func (d *Documents) MutateOperationParameters(ctx context.Context, params *graphql.RawParams) *gqlerror.Error {
	if err := d.resolve(params); err != nil {
		return err
	}
	doc, known := d.Get(ctx, params.Query)
	if d.only && d.listed.byText[params.Query] == nil {
		return coded(codeNotAllowed, "only listed documents are answered here, and this is none of them")
	}
	if !known {
		var err *gqlerror.Error
		if doc, err = parseDocument(params.Query); err != nil {
			return err
		}
	}
	if params.OperationName == "" && len(doc.Operations) > 1 {
		return coded(errcode.ValidationFailed, "the document has %d operations, and operationName must say which one is asked", len(doc.Operations))
	}
	return nil
}

// resolve finds the document that a request names.
func (d *Documents) resolve(params *graphql.RawParams) *gqlerror.Error {
	name, err := nameOf(params)
	if err != nil || name.id == "" {
		return err
	}
	if params.Query == "" {
		text, known := d.listed.text(name.id)
		if !known {
			return name.unknown()
		}
		params.Query = text
		return nil
	}
	if idOf(params.Query) != name.id {
		return invalid(name.field, "%s is not that of the query beside it", name.field)
	}
	return nil
}

// Get answers the parsed document of a text that is listed or was sent lately.
func (d *Documents) Get(_ context.Context, text string) (*ast.QueryDocument, bool) {
	if doc, listed := d.listed.byText[text]; listed {
		return doc, true
	}
	return d.recent.get(text)
}

// Add remembers a document that has been validated.
func (d *Documents) Add(_ context.Context, text string, doc *ast.QueryDocument) {
	d.recent.add(text, doc, footprint(text))
}

// parseDocument parses a text and refuses it if it is too long, or would take too long to validate.
func parseDocument(text string) (*ast.QueryDocument, *gqlerror.Error) {
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: text}, MaxTokens)
	if err != nil {
		failed := gqlerror.WrapIfUnwrapped(err)
		errcode.Set(failed, errcode.ParseFailed)
		return nil, failed
	}
	return doc, checkable(doc)
}

// idOf is the name of a text.
func idOf(text string) string {
	hash := sha256.Sum256([]byte(text))
	return idPrefix + hex.EncodeToString(hash[:])
}
