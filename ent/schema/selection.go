package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Selection records how an offer came about. It is written once.
type Selection struct{ ent.Schema }

// Annotations name the table.
func (Selection) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("selections")}
}

// Mixin gives the columns that all such rows have.
func (Selection) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}} }

// Fields of the table.
func (Selection) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("slot_id"),
		id("entry_id"),
		id("policy_version_id"),
		field.String("policy_digest").Immutable(),
		field.Int("considered").Immutable(),
		field.String("skipped").SchemaType(jsonb).Immutable(),
		field.Bool("override").Immutable(),
		field.String("reason").Optional().Nillable().Immutable().MaxRuneLen(500),
		field.Int64("generation").Immutable(),
		maybeFixedMoment("freed_at"), // since when the place had been free; null where nothing had just become so
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (Selection) Indexes() []ent.Index {
	return []ent.Index{
		// an entry is offered a slot by itself at most once
		index.Fields("tenant_id", "slot_id", "entry_id").Unique().Annotations(entsql.IndexWhere("NOT override")),
		// a slot's selections are numbered
		index.Fields("tenant_id", "slot_id", "generation").Unique(),
		// the slots an entry was offered
		index.Fields("tenant_id", "entry_id"),
	}
}
