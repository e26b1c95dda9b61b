package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/inventory"
)

// Slot is a resource over [starts_at, ends_at). taken counts the units of allocations not yet released; it lies between 0 and capacity, whoever writes.
type Slot struct{ ent.Schema }

// Annotations name the table.
func (Slot) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("slots")}
}

// Mixin gives the columns that all such rows have.
func (Slot) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Slot) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("resource_id"),
		fixedMoment("starts_at"),
		fixedMoment("ends_at"),
		field.String("kind").GoType(inventory.ResourceKind("")).Default(string(inventory.Exclusive)).Immutable(), // of its resource; set by a trigger
		field.String("state").GoType(inventory.SlotState("")).Default(string(inventory.Open)),
		maybeMoment("withdrawn_at"), // since when the opening rules no longer have it, although it is held; kept by a trigger
		field.Bool("walk_in_only").Default(false),
		field.Int("capacity"),
		field.Int("taken").Default(0),
		field.Int("allocated").Default(0), // the units of its allocations; kept by a trigger, so that taken is compared with one number
		field.Int("awaited").Default(0),   // how many intents wait for it; kept by a trigger, so that a hold needs no look at them
	}
}

// Indexes, each with the question it answers.
func (Slot) Indexes() []ent.Index {
	return []ent.Index{
		// the slots of a venue in order of time
		index.Fields("tenant_id", "venue_id", "starts_at", "id"),
		// those that the rules no longer have and somebody holds
		index.Fields("tenant_id", "venue_id", "ends_at").Annotations(entsql.IndexWhere("state = 'WITHDRAWN'")),
	}
}
