package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Tenant is an organisation: the unit of isolation. Every other table hangs from it.
type Tenant struct{ ent.Schema }

// Annotations name the table.
func (Tenant) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("tenants")}
}

// Fields of the table.
func (Tenant) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(uuid.New).Immutable(),
		field.String("code").NotEmpty().MaxLen(60).Immutable(),
		field.String("name").NotEmpty().MaxRuneLen(200),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (Tenant) Indexes() []ent.Index {
	return []ent.Index{
		// a code names one tenant
		index.Fields("code").Unique(),
	}
}
