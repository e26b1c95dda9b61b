package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/ref"
)

// Event is the log of facts. Rows are inserted without a position; after commit they are numbered per venue.
type Event struct{ ent.Schema }

// Annotations name the table.
func (Event) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("events")}
}

// Fields of the table.
func (Event) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id").Comment("insertion order"),
		field.UUID("tenant_id", uuid.UUID{}).Immutable(),
		id("venue_id"),
		field.Int64("position").Optional().Nillable(),
		field.String("kind").GoType(event.Kind("")).Immutable().MaxLen(60),
		field.String("entity").GoType(ref.Kind("")).Immutable().MaxLen(4),
		id("entity_id"),
		field.Int("entity_version").Immutable(),
		maybeFixedID("customer_id"),
		field.String("data").SchemaType(jsonb).Immutable(),
		fixedMoment("occurred_at"),
	}
}

// Indexes, each with the question it answers.
func (Event) Indexes() []ent.Index {
	return []ent.Index{
		// a venue's log in order, each position once
		index.Fields("tenant_id", "venue_id", "position").Unique().Annotations(entsql.IndexWhere("position IS NOT NULL")),
		// rows to be numbered
		index.Fields("tenant_id", "id").Annotations(entsql.IndexWhere("position IS NULL")),
		// one event a version of an entity
		index.Fields("tenant_id", "entity_id", "entity_version").Unique(),
	}
}
