package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// EventLog is the head of a venue's log: the last position given, and the last one trimmed away.
type EventLog struct{ ent.Schema }

// Annotations name the table.
func (EventLog) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("event_logs")}
}

// Mixin gives the columns that all such rows have.
func (EventLog) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (EventLog) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		field.Int64("last_position").Default(0),
		field.Int64("trimmed_through").Default(0),
	}
}

// Indexes, each with the question it answers.
func (EventLog) Indexes() []ent.Index {
	return []ent.Index{
		// one head a venue
		index.Fields("tenant_id", "venue_id").Unique(),
	}
}
