package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/index"
)

// ApiKeyVenue grants a credential one venue; a credential without rows is granted every venue of its tenant.
type ApiKeyVenue struct{ ent.Schema }

// Annotations name the table.
func (ApiKeyVenue) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("api_key_venues")}
}

// Mixin gives the columns that all such rows have.
func (ApiKeyVenue) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (ApiKeyVenue) Fields() []ent.Field {
	return []ent.Field{
		id("api_key_id"),
		id("venue_id"),
	}
}

// Indexes, each with the question it answers.
func (ApiKeyVenue) Indexes() []ent.Index {
	return []ent.Index{
		// the grants of a credential, each once
		index.Fields("tenant_id", "api_key_id", "venue_id").Unique(),
	}
}
