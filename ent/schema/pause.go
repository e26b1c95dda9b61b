package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Pause is a time in which a venue, or one resource, takes no bookings. What is booked stays.
type Pause struct{ ent.Schema }

// Annotations name the table.
func (Pause) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("pauses")}
}

// Mixin gives the columns that all such rows have.
func (Pause) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Pause) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		maybeFixedID("resource_id"),
		fixedMoment("from_at"),
		moment("until_at"),
		field.String("reason").NotEmpty().MaxRuneLen(500),
		maybeMoment("ended_at"), // sooner than planned
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (Pause) Indexes() []ent.Index {
	return []ent.Index{
		// the pauses of a venue that are not over
		index.Fields("tenant_id", "venue_id", "until_at", "id"),
	}
}
