package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/command"
)

// Command is the ledger: what became of an idempotency key. Ids and the problem are kept, never an entity.
type Command struct{ ent.Schema }

// Annotations name the table.
func (Command) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("commands")}
}

// Mixin gives the columns that all such rows have.
func (Command) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (Command) Fields() []ent.Field {
	return []ent.Field{
		id("principal_id"),
		field.Bytes("key_digest").Immutable(),
		field.String("operation").Immutable().MaxLen(60),
		field.Bytes("input_digest").Immutable(),
		field.String("outcome").GoType(command.Outcome("")).Immutable(),
		field.String("problem").SchemaType(jsonb).Optional().Nillable().Immutable(),
		field.String("refs").SchemaType(jsonb).Immutable(),
		field.String("correlation_id").Immutable().MaxLen(100),
		fixedMoment("created_at"),
		fixedMoment("completed_at"),
	}
}

// Indexes, each with the question it answers.
func (Command) Indexes() []ent.Index {
	return []ent.Index{
		// one row a key
		index.Fields("tenant_id", "principal_id", "key_digest").Unique(),
		// rows old enough to be swept
		index.Fields("completed_at"),
	}
}
