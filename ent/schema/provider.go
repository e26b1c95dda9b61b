package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Provider is an outside booking system, and what it proved.
type Provider struct{ ent.Schema }

// Annotations name the table.
func (Provider) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("providers")}
}

// Mixin gives the columns that all such rows have.
func (Provider) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table. The credential itself is never kept: only the name of the environment variable that holds it.
func (Provider) Fields() []ent.Field {
	return []ent.Field{
		field.String("code").Immutable().MaxLen(60),
		field.String("endpoint").MaxLen(500),
		field.String("token_variable").Default("").MaxLen(100),
		field.String("contract").SchemaType(jsonb),
		maybeMoment("verified_at"),
		maybeMoment("verified_until"),
		field.String("transcript").SchemaType(jsonb).Optional().Nillable(),
		maybeMoment("next_write_at"), // whose turn it is, where the provider takes so many writes a second
		fixedMoment("created_at"),
		moment("updated_at"),
	}
}

// Indexes, each with the question it answers.
func (Provider) Indexes() []ent.Index {
	return []ent.Index{index.Fields("tenant_id", "code").Unique()}
}
