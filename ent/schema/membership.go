package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Membership says that a person whom an identity provider knows is a principal of the tenant. It is granted to a subject of
// the provider, or to an e-mail address, and then bound to the first subject that signs in with that address verified.
type Membership struct{ ent.Schema }

// Annotations name the table.
func (Membership) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("memberships")}
}

// Mixin gives the columns that all such rows have.
func (Membership) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Membership) Fields() []ent.Field {
	return []ent.Field{
		id("principal_id"),
		field.String("issuer").NotEmpty().MaxLen(500).Immutable(),
		field.String("subject").Optional().Nillable().MaxLen(255),
		field.String("email").Optional().Nillable().Immutable().MaxLen(320), // in lower case
		maybeMoment("last_signed_in_at"),
		maybeMoment("revoked_at"),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (Membership) Indexes() []ent.Index {
	return []ent.Index{
		// who signs in; a person has one membership of a tenant
		index.Fields("tenant_id", "issuer", "subject").Unique().
			Annotations(entsql.IndexWhere("subject IS NOT NULL AND revoked_at IS NULL")),
		// which grant waits for an address
		index.Fields("tenant_id", "issuer", "email").Unique().
			Annotations(entsql.IndexWhere("email IS NOT NULL AND revoked_at IS NULL")),
		// the memberships of a principal
		index.Fields("tenant_id", "principal_id"),
		// the list of the tenant's memberships
		index.Fields("tenant_id", "created_at", "id"),
	}
}
