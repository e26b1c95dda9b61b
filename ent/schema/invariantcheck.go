package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// InvariantCheck is what the last check of one promise found in a tenant's rows.
type InvariantCheck struct{ ent.Schema }

// Annotations name the table.
func (InvariantCheck) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("invariant_checks")}
}

// Mixin gives the columns that all such rows have.
func (InvariantCheck) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (InvariantCheck) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").Immutable().MaxLen(60),
		moment("checked_at"),
		field.Int("breaches"),
		maybeMoment("last_breach_at"),
		field.Int64("took_micros"),
	}
}

// Indexes, each with the question it answers.
func (InvariantCheck) Indexes() []ent.Index {
	return []ent.Index{
		// a tenant has each check once
		index.Fields("tenant_id", "name").Unique(),
	}
}
