package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// OpeningException owns one civil date of a venue: closed, or open by the windows that name the date.
type OpeningException struct{ ent.Schema }

// Annotations name the table.
func (OpeningException) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("opening_exceptions")}
}

// Mixin gives the columns that all such rows have.
func (OpeningException) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (OpeningException) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		maybeID("resource_id"),
		civilDate("date"),
		field.Bool("closed").Default(false),
	}
}

// Indexes, each with the question it answers.
func (OpeningException) Indexes() []ent.Index {
	return []ent.Index{
		// the exceptions of a venue by date
		index.Fields("tenant_id", "venue_id", "date"),
	}
}
