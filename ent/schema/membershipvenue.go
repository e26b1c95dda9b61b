package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/index"
)

// MembershipVenue limits a membership to a venue. One without any reaches every venue of the tenant.
type MembershipVenue struct{ ent.Schema }

// Annotations name the table.
func (MembershipVenue) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("membership_venues")}
}

// Mixin gives the columns that all such rows have.
func (MembershipVenue) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (MembershipVenue) Fields() []ent.Field {
	return []ent.Field{
		id("membership_id"),
		id("venue_id"),
	}
}

// Indexes, each with the question it answers.
func (MembershipVenue) Indexes() []ent.Index {
	return []ent.Index{
		// the venues of a membership, each once
		index.Fields("tenant_id", "membership_id", "venue_id").Unique(),
	}
}
