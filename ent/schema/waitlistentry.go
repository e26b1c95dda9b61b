package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/waitlist"
)

// WaitlistEntry is a wish for any slot of a range.
type WaitlistEntry struct{ ent.Schema }

// Annotations name the table.
func (WaitlistEntry) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("waitlist_entries")}
}

// Mixin gives the columns that all such rows have.
func (WaitlistEntry) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (WaitlistEntry) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("customer_id"),
		field.Int("party_size"),
		fixedMoment("from_at"),
		fixedMoment("to_at"),
		maybeID("resource_id"),
		field.String("status").GoType(waitlist.EntryStatus("")).Default(string(waitlist.EntryInitial)),
		moment("joined_at"),
		field.Int("passed_over").Default(0),
		field.Int("priority").Default(0), // given by staff, with a reason
		maybeID("offer_id"),
		maybeMoment("offer_expires_at"),
		field.Bool("requeues_on_lapse").Default(false),
		fixedMoment("created_at"),
		moment("updated_at"),
	}
}

// Indexes, each with the question it answers.
func (WaitlistEntry) Indexes() []ent.Index {
	return []ent.Index{
		// who is next
		index.Fields("tenant_id", "venue_id", "joined_at", "id").StorageKey("waitlistentry_queue").Annotations(entsql.IndexWhere("status = 'WAITING'")),
		// the list of a venue's entries
		index.Fields("tenant_id", "venue_id", "joined_at", "id"),
		// who joined on some days; joined_at moves when an entry goes to the end of the queue
		index.Fields("tenant_id", "venue_id", "created_at"),
		// who waits for a time to come
		index.Fields("tenant_id", "venue_id", "to_at").Annotations(entsql.IndexWhere("status = 'WAITING'")),
		// entries whose range is over
		index.Fields("to_at").Annotations(entsql.IndexWhere("status = 'WAITING'")),
	}
}

// Hooks that guard the table.
func (WaitlistEntry) Hooks() []ent.Hook {
	return []ent.Hook{guardStatus(waitlist.EntryInitial, waitlist.EntryTransitions)}
}
