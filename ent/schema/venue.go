package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Venue is a place with its own civil time.
type Venue struct{ ent.Schema }

// Annotations name the table.
func (Venue) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("venues")}
}

// Mixin gives the columns that all such rows have.
func (Venue) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Venue) Fields() []ent.Field {
	return []ent.Field{
		field.String("code").NotEmpty().MaxLen(60).Immutable(),
		field.String("name").NotEmpty().MaxRuneLen(200),
		field.String("time_zone").NotEmpty().MaxLen(60),
		field.Int("layout_days").Default(60).Comment("how many days ahead slots are laid out"),
		field.String("holiday_region").Optional().Nillable().MaxLen(20).Comment("whose public holidays are known here"),
		field.Bool("closed_on_holidays").Default(false),
		field.Int("opening_number").Default(0).Comment("the newest revision of the opening rules"),
		field.Int("laid_out_number").Default(0).Comment("the revision that the slots follow"),
		field.String("tzdata").Default("").MaxLen(20).Comment("the time zone data that the slots were laid out by"),
		maybeMoment("pauses_until"), // the last pause is over then; kept by a trigger
		field.Bool("offers_on").Default(true),
		field.Bool("notices_on").Default(true),
		field.Bool("allow_listed").Default(false).Comment("only customers on the allow list get automatic offers"),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (Venue) Indexes() []ent.Index {
	return []ent.Index{
		// a code names one venue of a tenant
		index.Fields("tenant_id", "code").Unique(),
		// the list of venues
		index.Fields("tenant_id", "created_at", "id"),
	}
}
