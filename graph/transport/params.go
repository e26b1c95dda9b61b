package transport

import (
	"errors"
	"net/url"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// paramsFrom reads the request of the GraphQL-over-HTTP draft, which graphql-transport-ws uses as
// well: a JSON object with query, operationName, variables and extensions. Names are exact; keys
// beside them are ignored. The query may be absent where the request names a listed document
// instead, by documentId or extensions.persistedQuery; which one that is, Documents finds out.
func paramsFrom(value any) (*graphql.RawParams, *gqlerror.Error) {
	object, ok := value.(map[string]any)
	if !ok {
		if _, batch := value.([]any); batch {
			return nil, invalid("", "batches are not supported, send one operation a request")
		}
		return nil, invalid("", "the request must be a JSON object")
	}
	p := &graphql.RawParams{}
	if p.Query, ok = optional[string](object["query"]); !ok {
		return nil, invalid("query", "query must be a string")
	}
	if p.OperationName, ok = optional[string](object["operationName"]); !ok {
		return nil, invalid("operationName", "operationName must be a string or null")
	}
	if p.Variables, ok = optional[map[string]any](object["variables"]); !ok {
		return nil, invalid("variables", "variables must be an object or null")
	}
	if p.Extensions, ok = optional[map[string]any](object["extensions"]); !ok {
		return nil, invalid("extensions", "extensions must be an object or null")
	}
	id, ok := optional[string](object["documentId"])
	if !ok {
		return nil, invalid(fieldDocumentID, "%s must be a string", fieldDocumentID)
	}
	withDocumentID(p, id)
	if p.Query == "" && !named(p) {
		return nil, invalid("query", "query is required")
	}
	return p, nil
}

// optional takes an absent key and null for the zero value; ok is false for any other type.
func optional[T any](v any) (value T, ok bool) {
	if v == nil {
		return value, true
	}
	value, ok = v.(T)
	return value, ok
}

// paramsFromURL reads the same request from the query string of a GET, where variables and
// extensions are JSON. A repeated parameter is refused, because no one value of it is right.
func paramsFromURL(rawQuery string) (*graphql.RawParams, *gqlerror.Error) {
	values, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil, invalid("", "the query string is malformed")
	}
	object := map[string]any{}
	for _, name := range []string{"query", "documentId", "operationName", "variables", "extensions"} {
		given := values[name]
		if len(given) > 1 {
			return nil, invalid(name, "%s is repeated", name)
		}
		if len(given) == 0 || given[0] == "" {
			continue
		}
		object[name] = given[0]
		if name == "variables" || name == "extensions" {
			object[name], err = decodeStrict([]byte(given[0]))
			if errors.Is(err, errTooMany) {
				return nil, invalid(name, "%s holds more than %d values", name, maxValues)
			}
			if err != nil {
				return nil, invalid(name, "%s must be a JSON object", name)
			}
		}
	}
	return paramsFrom(object)
}
