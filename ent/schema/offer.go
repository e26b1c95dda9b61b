package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/waitlist"
)

// Offer is a time-limited proposal to one entry, backed by a promotional hold.
type Offer struct{ ent.Schema }

// Annotations name the table.
func (Offer) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("offers")}
}

// Mixin gives the columns that all such rows have.
func (Offer) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Offer) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("entry_id"),
		id("customer_id"),
		id("reservation_id"),
		id("selection_id"),
		field.String("status").GoType(waitlist.OfferStatus("")).Default(string(waitlist.OfferInitial)),
		fixedMoment("expires_at"),
		field.String("delivery_state").GoType(waitlist.DeliveryState("")).Default(string(waitlist.DeliveryPending)),
		field.Int64("generation").Immutable(),
		maybeID("intent_id"), // the unfinished intent that has it in hand: time stands still for it meanwhile
		maybeMoment("decided_at"),
		field.String("decided_by").Optional().Nillable().MaxRuneLen(300),
		field.String("source").Optional().Nillable(),
		field.String("reason_code").Optional().Nillable(),
		field.String("reason").Optional().Nillable().MaxRuneLen(500),
		fixedMoment("created_at"),
		moment("updated_at"),
	}
}

// Indexes, each with the question it answers.
func (Offer) Indexes() []ent.Index {
	return []ent.Index{
		// an entry has one open offer
		index.Fields("tenant_id", "entry_id").Unique().Annotations(entsql.IndexWhere("status = 'OFFERED'")),
		// a hold backs one offer, for ever
		index.Fields("tenant_id", "reservation_id").Unique(),
		// the list of a venue's offers
		index.Fields("tenant_id", "venue_id", "created_at", "id"),
		// a venue's open offers, by when they lapse
		index.Fields("tenant_id", "venue_id", "expires_at").Annotations(entsql.IndexWhere("status = 'OFFERED'")),
		// offers that are due to lapse
		index.Fields("expires_at").Annotations(entsql.IndexWhere("status = 'OFFERED'")),
	}
}

// Hooks that guard the table.
func (Offer) Hooks() []ent.Hook {
	return []ent.Hook{guardStatus(waitlist.OfferInitial, waitlist.OfferTransitions)}
}
