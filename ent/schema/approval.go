package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/slotq/slotq/internal/approval"
)

// Approval is a prepared action that waits for a person's yes.
type Approval struct{ ent.Schema }

// Annotations name the table.
func (Approval) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("approvals")}
}

// Mixin gives the columns that all such rows have.
func (Approval) Mixin() []ent.Mixin { return []ent.Mixin{tenantRow{}, versioned{}} }

// Fields of the table.
func (Approval) Fields() []ent.Field {
	return []ent.Field{
		id("venue_id"),
		id("owner_id"),
		maybeFixedID("customer_id"),
		id("principal_id"),
		field.String("channel").GoType(approval.Channel("")).Immutable(),
		field.String("action").Immutable().MaxLen(60),
		field.String("target_key").Immutable().MaxLen(1000),
		field.String("status").GoType(approval.Status("")).Default(string(approval.Initial)),
		field.String("arguments").SchemaType(jsonb).Immutable(),
		field.String("args_digest").Immutable().MaxLen(64),
		field.String("preview").SchemaType(jsonb).Immutable(),
		fixedMoment("expires_at"),
		field.String("decided_by").Optional().Nillable().MaxRuneLen(300),
		maybeMoment("decided_at"),
		maybeID("intent_id"),
		field.String("result").Optional().Nillable().MaxLen(60),
		fixedMoment("created_at"),
		moment("updated_at"),
	}
}

// Indexes, each with the question it answers.
func (Approval) Indexes() []ent.Index {
	return []ent.Index{
		// one waits for a yes per owner, action and target
		index.Fields("tenant_id", "owner_id", "action", "target_key").Unique().Annotations(entsql.IndexWhere("status = 'PENDING'")),
		// an owner's approvals
		index.Fields("tenant_id", "owner_id", "created_at", "id"),
		// the whole tenant's list
		index.Fields("tenant_id", "created_at", "id"),
		// a venue's approvals that wait for a yes
		index.Fields("tenant_id", "venue_id", "expires_at").Annotations(entsql.IndexWhere("status = 'PENDING'")),
		// approvals that are due to end
		index.Fields("expires_at").Annotations(entsql.IndexWhere("status = 'PENDING' OR status = 'APPROVED'")),
	}
}

// Hooks that guard the table.
func (Approval) Hooks() []ent.Hook {
	return []ent.Hook{guardStatus(approval.Initial, approval.Transitions)}
}
