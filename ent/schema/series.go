package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Series is a booking that recurs; its reservations name it.
type Series struct{ ent.Schema }

// Annotations name the table.
func (Series) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("series")}
}

// Mixin gives the columns that all such rows have.
func (Series) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Series) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("customer_id"),
		field.String("rule").MaxLen(400).Immutable(),
		field.Int("party_size").Immutable(),
		field.String("failures").SchemaType(jsonb).Default("[]").Immutable().Comment("the dates that could not be had"),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (Series) Indexes() []ent.Index {
	return []ent.Index{
		// the series of a customer
		index.Fields("tenant_id", "customer_id", "created_at", "id"),
	}
}
