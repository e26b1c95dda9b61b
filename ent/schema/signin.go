package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// SignIn is a sign-in under way: what was sent to the identity provider and has to come back, once and soon. It is kept
// here so that the answer may arrive at any node.
type SignIn struct{ ent.Schema }

// Annotations name the table.
func (SignIn) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("sign_ins")}
}

// Mixin gives the columns that all such rows have.
func (SignIn) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (SignIn) Fields() []ent.Field {
	return []ent.Field{
		field.Bytes("state_digest").Immutable().Sensitive(),
		field.String("nonce").Immutable().MaxLen(100).Sensitive(),
		field.String("verifier").Immutable().MaxLen(200).Sensitive(),
		field.String("return_to").Immutable().MaxLen(2000), // a path of our own
		fixedMoment("created_at"),
		fixedMoment("expires_at"),
	}
}

// Indexes, each with the question it answers.
func (SignIn) Indexes() []ent.Index {
	return []ent.Index{
		// which sign-in an answer belongs to
		index.Fields("tenant_id", "state_digest").Unique(),
		// which can be swept
		index.Fields("tenant_id", "expires_at"),
	}
}
