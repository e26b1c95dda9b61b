package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entprovider "github.com/slotq/slotq/ent/db/provider"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/provider"
)

// Registration is what an operator says of an outside booking system, and the contract that it declares itself.
type Registration struct {
	Code          string
	Endpoint      string
	TokenVariable string // the environment variable that holds our credential; empty: none
	Contract      intent.Contract
}

var (
	providerCode  = regexp.MustCompile(`^[a-z0-9-]{1,60}$`)
	tokenVariable = regexp.MustCompile(`^([A-Z_][A-Z0-9_]{0,99})?$`)
)

// longestEndpoint is as wide as its column.
const longestEndpoint = 500

// Validate says everything that is wrong with a registration, whatever the contract.
func (r Registration) Validate() error {
	errs := []error{CheckProviderCode(r.Code), provider.CheckEndpoint(r.Endpoint)}
	if len(r.Endpoint) > longestEndpoint {
		errs = append(errs, fmt.Errorf("a provider's address must have %d characters at most", longestEndpoint))
	}
	if !tokenVariable.MatchString(r.TokenVariable) {
		errs = append(errs, errors.New("a credential is named by an environment variable such as SEATS_TOKEN (A-Z, 0-9, _), never written down itself"))
	}
	return errors.Join(errs...)
}

// CheckProviderCode says what is wrong with a provider's name.
func CheckProviderCode(code string) error {
	if !providerCode.MatchString(code) {
		return fmt.Errorf("a provider's name must be 1 to 60 of a-z, 0-9 and -, not %q", code)
	}
	return nil
}

// RegisterProvider writes a provider down, or changes what is known of it. What it proved under another address, with
// another credential or by another contract counts no more: it has to be verified anew.
func RegisterProvider(ctx context.Context, database *postgres.DB, tenant uuid.UUID, r Registration) (p intent.Provider, err error) {
	if err := r.Validate(); err != nil {
		return p, err
	}
	contract, err := json.Marshal(r.Contract)
	if err != nil {
		return p, err
	}
	err = inTenant(ctx, database, tenant, func(ctx context.Context, t *tx) error {
		now, err := t.Now(ctx)
		if err != nil {
			return err
		}
		row, err := t.ent.Provider.Query().Where(entprovider.TenantID(tenant), entprovider.Code(r.Code), noKey).Only(ctx)
		switch {
		case db.IsNotFound(err):
			row, err = t.ent.Provider.Create().SetTenantID(tenant).SetCode(r.Code).SetEndpoint(r.Endpoint).SetTokenVariable(r.TokenVariable).
				SetContract(string(contract)).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
		case err != nil:
			return err
		default:
			if p, err = providerOf(row); err == nil && p.Endpoint == r.Endpoint && p.TokenVariable == r.TokenVariable && p.Contract == r.Contract {
				return nil
			}
			row, err = row.Update().Where(entprovider.TenantID(tenant)).SetEndpoint(r.Endpoint).SetTokenVariable(r.TokenVariable).SetContract(string(contract)).
				ClearVerifiedAt().ClearVerifiedUntil().ClearTranscript().SetUpdatedAt(now).Save(ctx)
		}
		if err != nil {
			return err
		}
		if p, err = providerOf(row); err != nil {
			return err
		}
		return t.operated(ctx, now, "registerProvider", nil, r.Code+" at "+r.Endpoint)
	})
	return p, named(err, r.Code)
}

// SaveVerification writes down what came of trying a provider as it was read: for how long it may serve from now on, or,
// when it didn't pass, that it may not. The transcript is JSON.
func SaveVerification(ctx context.Context, database *postgres.DB, tenant uuid.UUID, p intent.Provider, passed bool, validFor time.Duration, transcript []byte) (saved intent.Provider, err error) {
	if passed && validFor < time.Second {
		return saved, fmt.Errorf("a verification must hold for 1s or more, not %s", validFor)
	}
	err = inTenant(ctx, database, tenant, func(ctx context.Context, t *tx) error {
		now, err := t.Now(ctx)
		if err != nil {
			return err
		}
		update := t.ent.Provider.Update().Where(entprovider.TenantID(tenant), entprovider.ID(p.ID), entprovider.Version(p.Version)).
			SetTranscript(string(transcript)).SetUpdatedAt(now)
		word := "failed"
		if passed {
			word = "passed"
			update.SetVerifiedAt(now).SetVerifiedUntil(now.Add(validFor))
		} else {
			update.ClearVerifiedAt().ClearVerifiedUntil()
		}
		if err := changed(update.Save(ctx)); errors.Is(err, booking.ErrMoved) {
			return errors.New("it was changed while it was verified; verify it again")
		} else if err != nil {
			return err
		}
		row, err := t.ent.Provider.Query().Where(entprovider.TenantID(tenant), entprovider.ID(p.ID)).Only(ctx)
		if err != nil {
			return err
		}
		if saved, err = providerOf(row); err != nil {
			return err
		}
		return t.operated(ctx, now, "verifyProvider", nil, p.Code+" "+word)
	})
	return saved, named(err, p.Code)
}

// FindProvider is the tenant's provider of that name.
func FindProvider(ctx context.Context, database *postgres.DB, tenant uuid.UUID, code string) (p intent.Provider, err error) {
	err = database.ReadTenant(ctx, tenant, func(ctx context.Context, inner *sql.Tx) error {
		row, err := newTx(tenant, inner).ent.Provider.Query().Where(entprovider.TenantID(tenant), entprovider.Code(code)).Only(ctx)
		if db.IsNotFound(err) {
			return errors.New("there is none of this name")
		}
		if err != nil {
			return err
		}
		p, err = providerOf(row)
		return err
	})
	return p, named(err, code)
}

// operated notes in the audit what an operator did beside the API.
func (t *tx) operated(ctx context.Context, now time.Time, operation string, venue *uuid.UUID, what string) error {
	reason := []rune(what)
	text := string(reason[:min(len(reason), 500)])
	return t.applyAudit(ctx, &booking.Changes{Audit: []booking.AuditEntry{{
		Venue: venue, At: now, Actor: "operator", Operation: operation, Outcome: "COMMITTED", Reason: &text, CorrelationID: uuid.NewString(),
	}}})
}

// inTenant is a transaction of a tenant, for what an operator does.
func inTenant(ctx context.Context, database *postgres.DB, tenant uuid.UUID, fn func(ctx context.Context, t *tx) error) error {
	return translate(database.InTenant(ctx, tenant, func(ctx context.Context, inner *sql.Tx) error { return fn(ctx, newTx(tenant, inner)) }))
}

func named(err error, code string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("provider %q: %w", code, err)
}
