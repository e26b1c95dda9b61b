package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/intent"
)

// Attempt is one try at an intent.
type Attempt struct{ ent.Schema }

// Annotations name the table.
func (Attempt) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("attempts")}
}

// Mixin gives the columns that all such rows have.
func (Attempt) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Attempt) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("customer_id"),
		id("intent_id"),
		field.Int("number").Immutable(),
		maybeFixedID("provider_id"),
		field.String("provider").Immutable().MaxLen(60),
		field.String("action").GoType(intent.Action("")).Immutable(),
		field.String("reference").Immutable().MaxLen(60),
		field.String("target").Immutable().MaxLen(1000),
		field.String("status").GoType(intent.AttemptStatus("")).Default(string(intent.AttemptInitial)),
		field.String("upstream_ref").Optional().Nillable().MaxRuneLen(200),
		field.String("failure_kind").GoType(intent.FailureKind("")).Default(""),
		field.String("failure").Optional().Nillable().MaxRuneLen(500),
		fixedMoment("started_at"),
		maybeMoment("ended_at"),
		field.String("resolved_by").Optional().Nillable().MaxRuneLen(300),
		field.String("resolution").Optional().Nillable().MaxRuneLen(500),
		field.String("compensation").GoType(intent.Compensation("")).Default(""),
		field.Int64("epoch"),
		maybeMoment("ask_at"),
		field.Int("asked").Default(0),
		maybeMoment("doubt_at"),
		maybeMoment("watch_until"),
		moment("updated_at"),
	}
}

// Indexes, each with the question it answers.
func (Attempt) Indexes() []ent.Index {
	return []ent.Index{
		// while one attempt may still turn out either way, no other begins
		index.Fields("tenant_id", "intent_id").Unique().Annotations(entsql.IndexWhere("ended_at IS NULL")),
		// an intent's attempts, in order
		index.Fields("tenant_id", "intent_id", "number").Unique(),
		// a venue's attempts that a person may have to see to
		index.Fields("tenant_id", "venue_id").Annotations(entsql.IndexWhere("status = 'UNKNOWN' OR compensation = 'FAILED'")),
		// attempts about which the provider has to be asked
		index.Fields("ask_at").Annotations(entsql.IndexWhere("ask_at IS NOT NULL")),
	}
}

// Hooks that guard the table.
func (Attempt) Hooks() []ent.Hook {
	return []ent.Hook{guardStatus(intent.AttemptInitial, intent.AttemptTransitions)}
}
