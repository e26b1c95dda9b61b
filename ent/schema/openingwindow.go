package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// OpeningWindow is a weekly rule in the venue's civil time from which slots follow.
type OpeningWindow struct{ ent.Schema }

// Annotations name the table.
func (OpeningWindow) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("opening_windows")}
}

// Mixin gives the columns that all such rows have.
func (OpeningWindow) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (OpeningWindow) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		maybeID("resource_id"),
		maybeCivilDate("exception_date"),
		field.Int("weekdays").Comment("bit n-1 stands for ISO weekday n"),
		field.Int("opens_minute").Comment("minutes after civil midnight"),
		field.Int("closes_minute").Comment("at or before opens: past midnight"),
		field.Int("slot_minutes"),
		field.Int("every_minutes").Optional().Nillable().Comment("from start to start; null: slot_minutes"),
		field.Bool("walk_in_only").Default(false),
	}
}

// Indexes, each with the question it answers.
func (OpeningWindow) Indexes() []ent.Index {
	return []ent.Index{
		// the rules of a venue
		index.Fields("tenant_id", "venue_id"),
	}
}
