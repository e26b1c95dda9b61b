package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Vacancy is the durable note that free units, of one slot or of the slots of a range, may have a queue to look at.
type Vacancy struct{ ent.Schema }

// Annotations name the table.
func (Vacancy) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("vacancies")}
}

// Mixin gives the columns that all such rows have.
func (Vacancy) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (Vacancy) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		maybeID("slot_id"),
		maybeMoment("from_at"),
		maybeMoment("to_at"),
		maybeID("resource_id"),
		field.String("cause").Immutable().MaxLen(60),
		maybeFixedMoment("freed_at"), // since when the place has been free; null where the note only asks to look again
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (Vacancy) Indexes() []ent.Index {
	return []ent.Index{
		// the oldest note first
		index.Fields("created_at", "id"),
	}
}
