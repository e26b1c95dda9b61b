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
		maybeMoment("requested_at"),       // a customer has asked for it; the venue confirms or declines
		maybeMoment("no_show_at"),         // given up then unless the party has come; null: only by staff
		maybeMoment("confirmed_at"),       // set by a trigger: what is cancelled later doesn't tell any more whether it ever was
		field.Bool("walk_in").Default(false).Immutable(),
		field.String("override_reason").Optional().Nillable().MaxRuneLen(500).Comment("why staff booked against the rules"),
		field.String("override_codes").Default("").MaxLen(400).Comment("the rules that were passed over, divided by blanks"),
		maybeFixedID("series_id"),
		maybeFixedID("corrects_id"), // the reservation whose end was a mistake
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
		// parties that are due to be given up
		index.Fields("no_show_at").Annotations(entsql.IndexWhere("status = 'CONFIRMED' AND no_show_at IS NOT NULL")),
		// a venue's expected parties: who is late, and who would be next
		index.Fields("tenant_id", "venue_id", "starts_at").Annotations(entsql.IndexWhere("status = 'CONFIRMED'")),
		// a venue's bookings that wait for its yes
		index.Fields("tenant_id", "venue_id", "expires_at").Annotations(entsql.IndexWhere("status = 'HELD' AND requested_at IS NOT NULL")),
		// a venue's bookings that a move lost
		index.Fields("tenant_id", "venue_id", "ends_at").Annotations(entsql.IndexWhere("status_reason = 'LOST_IN_MOVE'")),
		// the reservations of a series
		index.Fields("tenant_id", "series_id").Annotations(entsql.IndexWhere("series_id IS NOT NULL")),
		// what was made in the place of one that ended by mistake: once
		index.Fields("tenant_id", "corrects_id").Unique().Annotations(entsql.IndexWhere("corrects_id IS NOT NULL")),
	}
}

// Hooks that guard the table.
func (Reservation) Hooks() []ent.Hook {
	return []ent.Hook{guardStatus(reservation.Initial, reservation.Transitions)}
}
