package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Node is a running process, as long as it says so every few seconds. Limits that hold for all nodes together are shared
// among those that are seen.
type Node struct{ ent.Schema }

// Annotations name the table.
func (Node) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("nodes")}
}

// Fields of the table.
func (Node) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(uuid.New).Immutable(),
		field.String("role").MaxLen(20).Immutable(),
		field.String("release").MaxLen(100).Immutable(), // the program's version
		fixedMoment("started_at"),
		moment("seen_at"),
	}
}

// Indexes, each with the question it answers.
func (Node) Indexes() []ent.Index {
	return []ent.Index{
		// who has been seen lately
		index.Fields("seen_at"),
	}
}
