package transport

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// idPrefix says of an id that it is the SHA-256 of the text, in hexadecimal digits.
const idPrefix = "sha256:"

// Listed are the documents that clients may name by their hash. They stay parsed for ever. The zero value lists none.
type Listed struct {
	byID   map[string]string // the text
	byText map[string]*ast.QueryDocument
}

// Len is how many documents are listed.
func (l *Listed) Len() int { return len(l.byID) }

func (l *Listed) text(id string) (text string, known bool) {
	text, known = l.byID[id]
	return text, known
}

// ReadListed reads lists of documents from files of JSON: {"<SHA-256 of the text, in hexadecimal digits>": "<text>"}, as
// build tools of clients write them. Each text must have its hash, fit the schema, and be one that a request could bring;
// the error names every one that is not, and its file. A document may stand in several files.
func ReadListed(schema *ast.Schema, files ...string) (*Listed, error) {
	l := &Listed{byID: map[string]string{}, byText: map[string]*ast.QueryDocument{}}
	var errs []error
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err == nil {
			err = l.read(schema, raw)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("documents of %s: %w", file, err))
		}
	}
	return l, errors.Join(errs...)
}

// List reads one list of documents as ReadListed does a file.
func List(schema *ast.Schema, raw []byte) (*Listed, error) {
	l := &Listed{byID: map[string]string{}, byText: map[string]*ast.QueryDocument{}}
	return l, l.read(schema, raw)
}

// With are the documents of both lists; neither is changed.
func (l *Listed) With(more *Listed) *Listed {
	both := &Listed{byID: maps.Clone(l.byID), byText: maps.Clone(l.byText)}
	maps.Copy(both.byID, more.byID)
	maps.Copy(both.byText, more.byText)
	return both
}

func (l *Listed) read(schema *ast.Schema, raw []byte) error {
	value, err := decodeStrict(raw)
	if err != nil {
		return fmt.Errorf("no JSON that could be read: %w", err)
	}
	object, ok := value.(map[string]any)
	if !ok {
		return errors.New("must be one JSON object of hashes and texts")
	}
	var errs []error
	for _, hash := range slices.Sorted(maps.Keys(object)) {
		if err := l.add(schema, hash, object[hash]); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", clip(hash, 64), err))
		}
	}
	return errors.Join(errs...)
}

func (l *Listed) add(schema *ast.Schema, hash string, value any) error {
	text, ok := value.(string)
	if !ok {
		return errors.New("must be a document's text")
	}
	id := idPrefix + hash
	if own := idOf(text); own != id {
		return fmt.Errorf("is not the hash of its document, which is %s", strings.TrimPrefix(own, idPrefix))
	}
	doc, refusal := parseDocument(text)
	if refusal != nil {
		return refusal
	}
	if len(doc.Operations) == 0 {
		return errors.New("has no operation")
	}
	if wrong := validator.ValidateWithRules(schema, doc, rules.NewDefaultRules()); len(wrong) > 0 {
		return wrong
	}
	l.byID[id], l.byText[text] = text, doc
	return nil
}

// documentName is how a request names its document, and by which of its fields.
type documentName struct{ id, field string }

// unknown refuses a name that is not listed. Apollo's clients know this answer by its message and bring the text then.
func (n documentName) unknown() *gqlerror.Error {
	if n.field == fieldPersistedQuery {
		return coded(codeNotListedAPQ, "PersistedQueryNotFound")
	}
	return coded(codeNotListed, "no document of this id is listed here")
}

// IsNotListed tells whether a request was refused because it named a document that is not listed: nothing was done for it.
func IsNotListed(err *gqlerror.Error) bool {
	code := err.Extensions["code"]
	return code == codeNotListed || code == codeNotListedAPQ
}

// The two fields by which a document is named.
const (
	fieldDocumentID     = "documentId"
	fieldPersistedQuery = "extensions.persistedQuery"
)

// documentKey is the extension as which a request's documentId travels on, for gqlgen has no other place for it.
const documentKey = fieldDocumentID

// withDocumentID keeps a request's documentId. What a client itself sends in its place is nothing.
func withDocumentID(params *graphql.RawParams, id string) {
	delete(params.Extensions, documentKey)
	if id == "" {
		return
	}
	if params.Extensions == nil {
		params.Extensions = map[string]any{}
	}
	params.Extensions[documentKey] = id
}

// named tells whether a request names its document instead of bringing it, well or not.
func named(params *graphql.RawParams) bool {
	return params.Extensions[documentKey] != nil || params.Extensions["persistedQuery"] != nil
}

// nameOf reads how a request names its document; the zero value when it does not.
func nameOf(params *graphql.RawParams) (documentName, *gqlerror.Error) {
	id, _ := params.Extensions[documentKey].(string)
	name := documentName{id: id, field: fieldDocumentID}
	given := params.Extensions["persistedQuery"]
	if given == nil {
		return name, nil
	}
	persisted, _ := given.(map[string]any)
	hash, ok := persisted["sha256Hash"].(string)
	if version, isNumber := persisted["version"].(json.Number); !ok || !isNumber || version != "1" {
		return name, invalid(fieldPersistedQuery, "%s must have version 1 and a sha256Hash", fieldPersistedQuery)
	}
	if id != "" && id != idPrefix+hash {
		return name, invalid(fieldDocumentID, "%s and %s name two documents", fieldDocumentID, fieldPersistedQuery)
	}
	if id == "" {
		name = documentName{id: idPrefix + hash, field: fieldPersistedQuery}
	}
	return name, nil
}
