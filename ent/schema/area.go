package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Area is a part of a venue: a hall, a terrace, a floor.
type Area struct{ ent.Schema }

// Annotations name the table.
func (Area) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("areas")}
}

// Mixin gives the columns that all such rows have.
func (Area) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Area) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		field.String("name").NotEmpty().MaxRuneLen(200),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (Area) Indexes() []ent.Index {
	return []ent.Index{
		// a name names one area of a venue
		index.Fields("tenant_id", "venue_id", "name").Unique(),
		// the list of a venue's areas
		index.Fields("tenant_id", "venue_id", "created_at", "id"),
	}
}
