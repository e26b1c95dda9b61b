package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Customer is a person that reservations belong to. Contact data stands here and nowhere else.
type Customer struct{ ent.Schema }

// Annotations name the table.
func (Customer) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("customers")}
}

// Mixin gives the columns that all such rows have.
func (Customer) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Customer) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty().MaxRuneLen(200),
		field.String("email").Optional().Nillable().MaxLen(320),
		field.String("email_key").Optional().Nillable().Comment("normalised, for matching"),
		field.String("phone").Optional().Nillable().MaxLen(40),
		field.String("phone_key").Optional().Nillable().Comment("normalised, for matching"),
		fixedMoment("created_at"),
		moment("updated_at"),
	}
}

// Indexes, each with the question it answers.
func (Customer) Indexes() []ent.Index {
	return []ent.Index{
		// the customer with this e-mail
		index.Fields("tenant_id", "email_key").Unique().Annotations(entsql.IndexWhere("email_key IS NOT NULL")),
		// the customer with this phone
		index.Fields("tenant_id", "phone_key").Annotations(entsql.IndexWhere("phone_key IS NOT NULL")),
	}
}
