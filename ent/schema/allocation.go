package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Allocation is units of one slot held by one reservation until released. A move leaves the old rows behind, superseded.
type Allocation struct{ ent.Schema }

// Annotations name the table.
func (Allocation) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("allocations")}
}

// Mixin gives the columns that all such rows have.
func (Allocation) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (Allocation) Fields() []ent.Field {
	return []ent.Field{
		id("reservation_id"),
		id("slot_id"),
		field.Int("units").Immutable(),
		maybeFixedMoment("occupies_from"), // with the next: how long it keeps an exclusive resource, buffers included
		maybeFixedMoment("occupies_until"),
		maybeMoment("released_at"),
		field.Bool("superseded").Default(false),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (Allocation) Indexes() []ent.Index {
	return []ent.Index{
		// who holds a slot; a reservation holds a slot once
		index.Fields("tenant_id", "slot_id", "reservation_id").Unique().Annotations(entsql.IndexWhere("released_at IS NULL")),
		// everybody who ever held a slot: its calendar, and whether it may be taken back
		index.Fields("tenant_id", "slot_id"),
		// the slots of a reservation
		index.Fields("tenant_id", "reservation_id"),
	}
}
