package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// AuditEntry says who did what. Rows are only added; sealing links them into a chain of digests.
type AuditEntry struct{ ent.Schema }

// Annotations name the table.
func (AuditEntry) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("audit_entries")}
}

// Fields of the table.
func (AuditEntry) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id").Comment("insertion order"),
		field.UUID("tenant_id", uuid.UUID{}).Immutable(),
		maybeFixedID("venue_id"),
		fixedMoment("at"),
		maybeFixedID("principal_id"),
		field.String("actor").Immutable().MaxRuneLen(300),
		field.String("operation").Immutable().MaxLen(60),
		field.String("subject").Optional().Nillable().Immutable().MaxLen(60),
		field.String("outcome").Immutable().MaxLen(20),
		field.String("problem_code").Optional().Nillable().Immutable().MaxLen(60),
		field.String("reason").Optional().Nillable().Immutable().MaxRuneLen(500),
		field.String("correlation_id").Immutable().MaxLen(100),
		field.Int64("sequence").Optional().Nillable(),
		field.Bytes("previous_digest").Optional().Nillable(),
		field.Bytes("digest").Optional().Nillable(),
	}
}

// Indexes, each with the question it answers.
func (AuditEntry) Indexes() []ent.Index {
	return []ent.Index{
		// the chain of a tenant
		index.Fields("tenant_id", "sequence").Unique().Annotations(entsql.IndexWhere("sequence IS NOT NULL")),
		// rows to be sealed
		index.Fields("tenant_id", "id").Annotations(entsql.IndexWhere("sequence IS NULL")),
		// the audit of a venue
		index.Fields("tenant_id", "venue_id", "id"),
		// the history of one thing
		index.Fields("tenant_id", "subject", "id"),
		// what one call did
		index.Fields("tenant_id", "correlation_id"),
	}
}
