package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entprovider "github.com/slotq/slotq/ent/db/provider"
	entvenue "github.com/slotq/slotq/ent/db/venue"
	entvenueprovider "github.com/slotq/slotq/ent/db/venueprovider"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/postgres"
)

// Tie gives a provider a say in a venue. Those of lower rank are asked first.
type Tie struct {
	Venue    uuid.UUID
	Provider uuid.UUID
	Rank     int
	Over     *inventory.ResourceKind // nil: everything
}

// Validate says everything that is wrong with a tie.
func (t Tie) Validate() error {
	var errs []error
	if t.Rank < 1 {
		errs = append(errs, fmt.Errorf("a rank must be 1 or more, not %d", t.Rank))
	}
	if t.Over != nil && !slices.Contains(inventory.KindValues(), *t.Over) {
		errs = append(errs, fmt.Errorf("a provider can be tied to resources that are EXCLUSIVE or POOLED, not %q", *t.Over))
	}
	return errors.Join(errs...)
}

// TieVenue ties a venue's resources to a provider, or changes how they are. What is booked already stays as it is.
func TieVenue(ctx context.Context, database *postgres.DB, tenant uuid.UUID, tie Tie) error {
	if err := tie.Validate(); err != nil {
		return err
	}
	err := inTenant(ctx, database, tenant, func(ctx context.Context, t *tx) error {
		now, err := t.Now(ctx)
		if err != nil {
			return err
		}
		row, err := t.ent.VenueProvider.Query().Where(entvenueprovider.TenantID(tenant), entvenueprovider.VenueID(tie.Venue), entvenueprovider.ProviderID(tie.Provider), noKey).Only(ctx)
		switch {
		case db.IsNotFound(err):
			err = t.ent.VenueProvider.Create().SetTenantID(tenant).SetVenueID(tie.Venue).SetProviderID(tie.Provider).SetRank(tie.Rank).
				SetNillableResourceKind(tie.Over).SetCreatedAt(now).Exec(ctx)
		case err == nil && row.Rank == tie.Rank && same(row.ResourceKind, tie.Over):
			return nil
		case err == nil:
			update := row.Update().Where(entvenueprovider.TenantID(tenant)).SetRank(tie.Rank).SetNillableResourceKind(tie.Over)
			if tie.Over == nil {
				update.ClearResourceKind()
			}
			err = update.Exec(ctx)
		}
		if postgres.IsUnique(err, "venueprovider_tenant_id_venue_id_rank") {
			return fmt.Errorf("rank %d of the venue is another provider's", tie.Rank)
		}
		if err != nil {
			return err
		}
		return t.operated(ctx, now, "tieProvider", &tie.Venue, fmt.Sprintf("%s at rank %d", tie.Provider, tie.Rank))
	})
	return err
}

func same(a, b *inventory.ResourceKind) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

const bookedThere = `
SELECT count(*) FROM reservations r JOIN attempts a ON a.tenant_id = r.tenant_id AND a.id = r.upstream_attempt_id
WHERE r.tenant_id = $1 AND r.venue_id = $2 AND a.provider_id = $3 AND r.status IN ('HELD', 'CONFIRMED') AND r.ends_at > clock_timestamp()`

// Untie takes a provider's say in a venue away. It is refused while reservations to come are booked there, since nobody
// could give them up any more.
func Untie(ctx context.Context, database *postgres.DB, tenant, venue, provider uuid.UUID) error {
	return inTenant(ctx, database, tenant, func(ctx context.Context, t *tx) error {
		var booked int
		if err := t.sql.QueryRowContext(ctx, bookedThere, tenant, venue, provider).Scan(&booked); err != nil {
			return err
		}
		if booked > 0 {
			return fmt.Errorf("%d reservations to come are booked at the provider; cancel or move them first", booked)
		}
		n, err := t.ent.VenueProvider.Delete().Where(entvenueprovider.TenantID(tenant), entvenueprovider.VenueID(venue), entvenueprovider.ProviderID(provider)).Exec(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			return errors.New("the venue isn't tied to this provider")
		}
		now, err := t.Now(ctx)
		if err != nil {
			return err
		}
		return t.operated(ctx, now, "untieProvider", &venue, provider.String())
	})
}

// Registered is a provider with the venues that are tied to it.
type Registered struct {
	intent.Provider
	Usable bool // verified, by the database's clock
	Ties   []NamedTie
}

// NamedTie is a tie with the venue's code.
type NamedTie struct {
	Tie
	VenueCode string
}

// ListProviders lists a tenant's providers by name.
func ListProviders(ctx context.Context, database *postgres.DB, tenant uuid.UUID) (all []Registered, err error) {
	err = translate(database.SnapshotTenant(ctx, tenant, func(ctx context.Context, inner *sql.Tx) error {
		t := newTx(tenant, inner)
		all = nil
		now, err := t.Now(ctx)
		if err != nil {
			return err
		}
		rows, err := t.ent.Provider.Query().Where(entprovider.TenantID(tenant)).Order(func(s *entsql.Selector) { s.OrderBy(s.C("code")) }).All(ctx)
		if err != nil {
			return err
		}
		ties, err := t.ties(ctx)
		if err != nil {
			return err
		}
		for _, row := range rows {
			p, err := providerOf(row)
			if err != nil {
				return err
			}
			all = append(all, Registered{p, p.Usable(now), ties[p.ID]})
		}
		return nil
	}))
	return all, err
}

// ties are all of the tenant, by provider.
func (t *tx) ties(ctx context.Context) (map[uuid.UUID][]NamedTie, error) {
	rows, err := t.ent.VenueProvider.Query().Where(entvenueprovider.TenantID(t.tenant)).Order(func(s *entsql.Selector) { s.OrderBy(s.C("rank"), s.C("venue_id")) }).All(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	venues, err := t.ent.Venue.Query().Where(entvenue.TenantID(t.tenant)).All(ctx)
	if err != nil {
		return nil, err
	}
	codes := map[uuid.UUID]string{}
	for _, v := range venues {
		codes[v.ID] = v.Code
	}
	ties := map[uuid.UUID][]NamedTie{}
	for _, row := range rows {
		tie := Tie{row.VenueID, row.ProviderID, row.Rank, row.ResourceKind}
		ties[row.ProviderID] = append(ties[row.ProviderID], NamedTie{tie, codes[row.VenueID]})
	}
	return ties, nil
}
