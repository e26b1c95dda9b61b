package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Session is a person's stay at the dashboard, from signing in to signing out: only a digest of its secret is kept.
type Session struct{ ent.Schema }

// Annotations name the table.
func (Session) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("sessions")}
}

// Mixin gives the columns that all such rows have.
func (Session) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (Session) Fields() []ent.Field {
	return []ent.Field{
		id("membership_id"),
		field.Bytes("secret_digest").Immutable().Sensitive(),
		field.String("provider_session").Optional().Nillable().Immutable().MaxLen(255), // the provider's own name of it, where it gives one
		fixedMoment("created_at"),
		fixedMoment("expires_at"),
		moment("seen_at"), // to the minute; one that is not seen for long ends
		maybeMoment("ended_at"),
	}
}

// Indexes, each with the question it answers.
func (Session) Indexes() []ent.Index {
	return []ent.Index{
		// the sessions of a membership
		index.Fields("tenant_id", "membership_id"),
		// which can be swept
		index.Fields("tenant_id", "expires_at"),
	}
}
