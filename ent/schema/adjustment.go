package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/waitlist"
)

// Adjustment is what a venue has granted to a customer, or restricts it by.
type Adjustment struct{ ent.Schema }

// Annotations name the table.
func (Adjustment) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("adjustments")}
}

// Mixin gives the columns that all such rows have.
func (Adjustment) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Adjustment) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("customer_id"),
		field.String("kind").GoType(waitlist.AdjustmentKind("")).Immutable(),
		field.Int("amount").Immutable(),
		field.String("reason").NotEmpty().MaxRuneLen(500).Immutable(),
		field.String("granted_by").MaxRuneLen(300).Immutable(),
		maybeFixedMoment("expires_at"),
		maybeMoment("revoked_at"),
		field.String("revoke_reason").Optional().Nillable().MaxRuneLen(500),
		fixedMoment("created_at"),
		field.Bool("lapse_noted").Default(false), // whether the queues were looked at again after it ended by itself
	}
}

// Indexes, each with the question it answers.
func (Adjustment) Indexes() []ent.Index {
	return []ent.Index{
		// what is in force for a customer
		index.Fields("tenant_id", "venue_id", "customer_id").Annotations(entsql.IndexWhere("revoked_at IS NULL")),
		// those that have ended by themselves
		index.Fields("expires_at").Annotations(entsql.IndexWhere("revoked_at IS NULL AND NOT lapse_noted")),
		// the list of a venue's adjustments
		index.Fields("tenant_id", "venue_id", "created_at", "id"),
	}
}
