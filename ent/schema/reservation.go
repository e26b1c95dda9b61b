package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/reservation"
)

// Reservation is a customer's booking of slots of one venue.
type Reservation struct{ ent.Schema }

// Annotations name the table.
func (Reservation) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("reservations")}
}

// Mixin gives the columns that all such rows have.
func (Reservation) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Reservation) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("customer_id"),
		field.Int("party_size"),
		field.String("status").GoType(reservation.Status("")).Default(string(reservation.Initial)),
		field.String("status_reason").Optional().Nillable().MaxRuneLen(200),
		maybeMoment("expires_at"),
		field.Bool("extended").Default(false),
		field.Bool("promotional").Default(false).Immutable(),
		id("policy_version_id"),
		field.Bool("tied").Default(false), // made over places that an outside booking system has a say in
		maybeID("intent_id"),              // the unfinished intent that has it in hand
		maybeID("upstream_attempt_id"),    // the attempt whose booking at a provider stands for it
		moment("starts_at"),
		moment("ends_at"),
		field.String("note").Default("").MaxRuneLen(2000),
		fixedMoment("created_at"),
		moment("updated_at"),
	}
}

// Indexes, each with the question it answers.
func (Reservation) Indexes() []ent.Index {
	return []ent.Index{
		// the list of a venue's reservations
		index.Fields("tenant_id", "venue_id", "starts_at", "id"),
		// a customer's reservations; how many are active
		index.Fields("tenant_id", "customer_id", "starts_at", "id"),
		// holds that are due to lapse
		index.Fields("expires_at").Annotations(entsql.IndexWhere("status = 'HELD'")),
	}
}

// Hooks that guard the table.
func (Reservation) Hooks() []ent.Hook {
	return []ent.Hook{guardStatus(reservation.Initial, reservation.Transitions)}
}
