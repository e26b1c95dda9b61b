// Package schema is THE TABLES: one file a table, with the hooks that guard it. It imports only the vocabulary of the
// pure rooms. What ent can't say - composite foreign keys, EXCLUDE, CHECK, row-level security, triggers - stands in
// migrations/, in constraints named x_...
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ref"
)

// timestamps are kept with their zone, in microseconds, as PostgreSQL has them.
var timestamptz = map[string]string{dialect.Postgres: "timestamptz"}

// jsonb columns are written as text, so that they survive the binary parameter mode of the driver.
var jsonb = map[string]string{dialect.Postgres: "jsonb"}

// tenantRow is the head of every tenant table: an id and the tenant it belongs to, neither of which changes.
type tenantRow struct{ mixin.Schema }

// Fields of the head.
func (tenantRow) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(ref.NewID).Immutable(),
		field.UUID("tenant_id", uuid.UUID{}).Immutable(),
	}
}

// versioned rows count their changes; the count is raised by the hook and never set by hand.
type versioned struct{ mixin.Schema }

// Fields of a versioned row.
func (versioned) Fields() []ent.Field {
	return []ent.Field{field.Int("version").Default(1)}
}

// Hooks that keep the version honest.
func (versioned) Hooks() []ent.Hook { return []ent.Hook{raiseVersion} }

// moment is a point in time that the writer gives.
func moment(name string) ent.Field {
	return field.Time(name).SchemaType(timestamptz)
}

// fixedMoment is a point in time that never changes once written.
func fixedMoment(name string) ent.Field {
	return field.Time(name).Immutable().SchemaType(timestamptz)
}

// maybeMoment is a point in time that may be absent.
func maybeMoment(name string) ent.Field {
	return field.Time(name).Optional().Nillable().SchemaType(timestamptz)
}

// maybeFixedMoment is a point in time that may be absent and never changes once written.
func maybeFixedMoment(name string) ent.Field {
	return field.Time(name).Optional().Nillable().Immutable().SchemaType(timestamptz)
}

func id(name string) ent.Field { return field.UUID(name, uuid.UUID{}).Immutable() }

func maybeID(name string) ent.Field { return field.UUID(name, uuid.UUID{}).Optional().Nillable() }

func maybeFixedID(name string) ent.Field {
	return field.UUID(name, uuid.UUID{}).Optional().Nillable().Immutable()
}

// civilDate is a calendar date in the venue's zone, written YYYY-MM-DD: it is text, because a date type would be read back
// as an instant in some zone.
func civilDate(name string) ent.Field { return field.String(name).Immutable().MaxLen(10) }

func maybeCivilDate(name string) ent.Field {
	return field.String(name).Optional().Nillable().Immutable().MaxLen(10)
}
