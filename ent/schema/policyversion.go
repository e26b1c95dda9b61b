package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/policy"
)

// PolicyVersion is one version of a venue's rules; what was made under it keeps its deadlines.
type PolicyVersion struct{ ent.Schema }

// Annotations name the table.
func (PolicyVersion) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("policy_versions")}
}

// Mixin gives the columns that all such rows have.
func (PolicyVersion) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (PolicyVersion) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		field.Int("number").Immutable(),
		field.String("status").GoType(policy.Status("")).Default(string(policy.Draft)),
		field.String("rules").SchemaType(jsonb).Immutable(),
		field.String("digest").Immutable(),
		maybeMoment("activated_at"),
		maybeMoment("activates_at"), // a draft that shall come into force then
		field.String("drafted_by").Default("").MaxRuneLen(300).Immutable(),
		fixedMoment("created_at"),
	}
}

// Indexes, each with the question it answers.
func (PolicyVersion) Indexes() []ent.Index {
	return []ent.Index{
		// one version of a venue is active
		index.Fields("tenant_id", "venue_id").Unique().Annotations(entsql.IndexWhere("status = 'ACTIVE'")),
		// drafts that are due to come into force
		index.Fields("activates_at").Annotations(entsql.IndexWhere("status = 'DRAFT' AND activates_at IS NOT NULL")),
		// versions are numbered
		index.Fields("tenant_id", "venue_id", "number").Unique(),
	}
}

// Hooks that guard the table.
func (PolicyVersion) Hooks() []ent.Hook {
	return []ent.Hook{guardStatus(policy.Draft, policy.Transitions)}
}
