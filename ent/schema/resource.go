package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/inventory"
)

// Resource is what is sold by time: a table, a doctor, a room.
type Resource struct{ ent.Schema }

// Annotations name the table.
func (Resource) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("resources")}
}

// Mixin gives the columns that all such rows have.
func (Resource) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Resource) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		field.String("name").NotEmpty().MaxRuneLen(200),
		field.String("kind").GoType(inventory.ResourceKind("")).Immutable(),
		field.Int("capacity"),
		field.Int("min_party").Default(1),
		field.Int("max_party"),
		field.Bool("active").Default(true),
		maybeID("area_id"),
		field.Bool("walk_in_only").Default(false),
		field.Bool("shared").Default(false), // its time is sold in other ways too: by slots that overlap, or joined with others
		field.Other("combines", pq.StringArray{}).SchemaType(map[string]string{dialect.Postgres: "uuid[]"}).Optional().Immutable(), // the resources that it joins; it and they exclude each other
		field.Bool("tied").Default(false), // an outside booking system has a say in it; kept by a trigger
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (Resource) Indexes() []ent.Index {
	return []ent.Index{
		// the list of a venue's resources
		index.Fields("tenant_id", "venue_id", "created_at", "id"),
	}
}
