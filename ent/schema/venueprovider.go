package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/inventory"
)

// VenueProvider ties a venue's resources to a provider; the rank says in which order providers are asked.
type VenueProvider struct{ ent.Schema }

// Annotations name the table.
func (VenueProvider) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("venue_providers")}
}

// Mixin gives the columns that all such rows have.
func (VenueProvider) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (VenueProvider) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("provider_id"),
		field.Int("rank"),
		field.String("resource_kind").GoType(inventory.ResourceKind("")).Optional().Nillable(), // nil: all of the venue
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (VenueProvider) Indexes() []ent.Index {
	return []ent.Index{
		// whom a venue asks, in order
		index.Fields("tenant_id", "venue_id", "rank").Unique(),
		index.Fields("tenant_id", "venue_id", "provider_id").Unique(),
	}
}
