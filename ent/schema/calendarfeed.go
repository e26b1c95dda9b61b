package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// CalendarFeed is a secret address under which the reservations of a resource or of a customer can be read as a calendar.
type CalendarFeed struct{ ent.Schema }

// Annotations name the table.
func (CalendarFeed) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("calendar_feeds")}
}

// Mixin gives the columns that all such rows have.
func (CalendarFeed) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (CalendarFeed) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		maybeFixedID("resource_id"),
		maybeFixedID("customer_id"),
		field.String("privacy").MaxLen(20).Immutable(), // BUSY or DETAILS
		field.Bytes("secret_digest").Immutable(),
		maybeMoment("last_used_at"),
		maybeMoment("revoked_at"),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (CalendarFeed) Indexes() []ent.Index {
	return []ent.Index{
		// which feed a secret opens
		index.Fields("tenant_id", "secret_digest").Unique(),
		// the list of a venue's feeds
		index.Fields("tenant_id", "venue_id", "created_at", "id"),
	}
}
