package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// IntentSlot is one slot that an intent wants.
type IntentSlot struct{ ent.Schema }

// Annotations name the table.
func (IntentSlot) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("intent_slots")}
}

// Mixin gives the columns that all such rows have.
func (IntentSlot) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (IntentSlot) Fields() []ent.Field {
	return []ent.Field{
		id("intent_id"),
		id("slot_id"),
		field.Int("place").Immutable(), // in order of time, from 0
	}
}

// Indexes, each with the question it answers.
func (IntentSlot) Indexes() []ent.Index {
	return []ent.Index{
		// what an intent wants
		index.Fields("tenant_id", "intent_id", "slot_id").Unique(),
		// who wants a slot
		index.Fields("tenant_id", "slot_id"),
	}
}
