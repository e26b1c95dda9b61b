package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// ApiKey is a credential: only a digest of its secret is kept.
type ApiKey struct{ ent.Schema }

// Annotations name the table.
func (ApiKey) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("api_keys")}
}

// Mixin gives the columns that all such rows have.
func (ApiKey) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (ApiKey) Fields() []ent.Field {
	return []ent.Field{
		id("principal_id"),
		field.String("name").NotEmpty().MaxRuneLen(200),
		field.Bytes("secret_digest").Sensitive(),
		field.Bytes("previous_digest").Optional().Nillable().Sensitive(), // the secret before the last rotation
		maybeMoment("previous_until"),                                    // so long that one is still good
		field.String("scopes").Default("").Immutable().MaxLen(2000),      // the capabilities that the key keeps of its role's, with a space between; empty: all
		maybeMoment("expires_at"),
		maybeMoment("revoked_at"),
		maybeMoment("last_used_at"),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (ApiKey) Indexes() []ent.Index {
	return []ent.Index{
		// the keys of a principal
		index.Fields("tenant_id", "principal_id"),
		// the list of the tenant's keys
		index.Fields("tenant_id", "created_at", "id"),
	}
}
