package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"

	"github.com/slotq/slotq/internal/actor"
)

// Principal is a person or an agent that credentials speak for. It owns idempotency keys, so a rotated credential still replays.
type Principal struct{ ent.Schema }

// Annotations name the table.
func (Principal) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("principals")}
}

// Mixin gives the columns that all such rows have.
func (Principal) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (Principal) Fields() []ent.Field {
	return []ent.Field{
		field.String("role").GoType(actor.Role("")).Immutable(),
		field.String("display_name").NotEmpty().MaxRuneLen(200),
		maybeID("customer_id"),
		fixedMoment("created_at"),
	}
}
