package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// OpeningRevision keeps the opening rules of a venue as they were set, so that a slot can be explained later.
type OpeningRevision struct{ ent.Schema }

// Annotations name the table.
func (OpeningRevision) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("opening_revisions")}
}

// Mixin gives the columns that all such rows have.
func (OpeningRevision) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (OpeningRevision) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		field.Int("number").Immutable(),
		field.String("rules").SchemaType(jsonb).Immutable(),
		field.String("made_by").MaxRuneLen(300).Immutable(),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (OpeningRevision) Indexes() []ent.Index {
	return []ent.Index{
		// revisions are numbered
		index.Fields("tenant_id", "venue_id", "number").Unique(),
	}
}
