package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/intent"
)

// Intent is what a person wants done, once, by however many attempts.
type Intent struct{ ent.Schema }

// Annotations name the table.
func (Intent) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("intents")}
}

// Mixin gives the columns that all such rows have.
func (Intent) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Intent) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("customer_id"),
		field.String("kind").GoType(intent.Kind("")).Immutable(),
		field.String("status").GoType(intent.Status("")).Default(string(intent.Initial)),
		field.Int("party_size").Immutable(),
		field.Bool("wait_for_seat").Default(false).Immutable(),
		maybeID("reservation_id"),
		maybeFixedID("hold_id"),
		maybeFixedID("offer_id"),
		maybeFixedID("approval_id"),
		field.String("failure").Optional().Nillable().MaxRuneLen(500),
		maybeID("completed_by"),
		fixedMoment("expires_at"),
		field.Int64("epoch").Default(0),
		maybeMoment("next_at"),
		maybeMoment("not_before"),
		maybeMoment("hold_until"),
		field.String("decision").SchemaType(jsonb).Default("{}").Immutable(),
		fixedMoment("created_at"),
		moment("updated_at"),
	}
}

// openIntent is the condition under which an intent is unfinished: exactly then it has to be looked at some time.
const openIntent = "next_at IS NOT NULL"

// Indexes, each with the question it answers.
func (Intent) Indexes() []ent.Index {
	return []ent.Index{
		// one unfinished intent has a reservation in hand
		index.Fields("tenant_id", "reservation_id").Unique().Annotations(entsql.IndexWhere(openIntent)),
		// one unfinished intent has an offer in hand
		index.Fields("tenant_id", "offer_id").Unique().Annotations(entsql.IndexWhere(openIntent)),
		// the list of a venue's intents
		index.Fields("tenant_id", "venue_id", "created_at", "id"),
		// a customer's intents; how many are unfinished
		index.Fields("tenant_id", "customer_id", "created_at", "id"),
		// the whole tenant's list
		index.Fields("tenant_id", "created_at", "id"),
		// how many of a venue are unfinished
		index.Fields("tenant_id", "venue_id", "status").Annotations(entsql.IndexWhere(openIntent)),
		// intents that have to be looked at
		index.Fields("next_at").Annotations(entsql.IndexWhere(openIntent)),
	}
}

// Hooks that guard the table.
func (Intent) Hooks() []ent.Hook {
	return []ent.Hook{guardStatus(intent.Initial, intent.Transitions)}
}
