package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/index"
)

// AllowedCustomer is a customer on a venue's allow list.
type AllowedCustomer struct{ ent.Schema }

// Annotations name the table.
func (AllowedCustomer) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("allowed_customers")}
}

// Mixin gives the columns that all such rows have.
func (AllowedCustomer) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (AllowedCustomer) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("customer_id"),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (AllowedCustomer) Indexes() []ent.Index {
	return []ent.Index{
		// whether a customer is on the list
		index.Fields("tenant_id", "venue_id", "customer_id").Unique(),
	}
}
