package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/index"
)

// Occupancy is the time for which an allocation keeps an exclusive resource, or each that it joins. Kept by triggers of the allocations; two of one resource never overlap.
type Occupancy struct{ ent.Schema }

// Annotations name the table.
func (Occupancy) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("occupancies")}
}

// Mixin gives the columns that all such rows have.
func (Occupancy) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (Occupancy) Fields() []ent.Field {
	return []ent.Field{
		id("allocation_id"),
		id("reservation_id"),
		id("slot_id"),
		id("resource_id"),
		fixedMoment("from_at"),
		fixedMoment("until_at"),
	}
}

// Indexes, each with the question it answers.
func (Occupancy) Indexes() []ent.Index {
	return []ent.Index{
		// what an allocation keeps
		index.Fields("tenant_id", "allocation_id"),
		// who keeps a resource from a moment on
		index.Fields("tenant_id", "resource_id", "until_at", "from_at"),
	}
}
