package store

import (
	"encoding/json"
	"fmt"

	"github.com/slotq/slotq/ent/db"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/ref"
)

// intentOf is the row without its slots, which stand in a table of their own.
func intentOf(i *db.Intent) intent.Intent {
	found := intent.Intent{
		ID: i.ID, TenantID: i.TenantID, VenueID: i.VenueID, CustomerID: i.CustomerID, Kind: i.Kind, Status: i.Status, Version: i.Version,
		PartySize: i.PartySize, WaitForSeat: i.WaitForSeat, ReservationID: i.ReservationID, HoldID: i.HoldID, OfferID: i.OfferID,
		Failure: i.Failure, CompletedBy: i.CompletedBy, ExpiresAt: i.ExpiresAt.UTC(), CreatedAt: i.CreatedAt.UTC(), UpdatedAt: i.UpdatedAt.UTC(),
		Epoch: i.Epoch, NextAt: utc(i.NextAt), NotBefore: utc(i.NotBefore), HoldUntil: utc(i.HoldUntil), ApprovalID: i.ApprovalID,
	}
	_ = json.Unmarshal([]byte(i.Decision), &found.Decision) // written by applyRequested alone
	return found
}

func attemptOf(a *db.Attempt) intent.Attempt {
	return intent.Attempt{
		ID: a.ID, TenantID: a.TenantID, VenueID: a.VenueID, CustomerID: a.CustomerID, IntentID: a.IntentID, Number: a.Number,
		ProviderID: a.ProviderID, Provider: a.Provider, Action: a.Action, Reference: a.Reference, Target: a.Target, Status: a.Status,
		Version: a.Version, UpstreamRef: a.UpstreamRef, FailureKind: a.FailureKind, Failure: a.Failure, StartedAt: a.StartedAt.UTC(),
		EndedAt: utc(a.EndedAt), ResolvedBy: a.ResolvedBy, Resolution: a.Resolution, Compensation: a.Compensation, UpdatedAt: a.UpdatedAt.UTC(),
		Epoch: a.Epoch, AskAt: utc(a.AskAt), Asked: a.Asked, DoubtAt: utc(a.DoubtAt), WatchUntil: utc(a.WatchUntil),
	}
}

func providerOf(p *db.Provider) (intent.Provider, error) {
	found := intent.Provider{
		ID: p.ID, Code: p.Code, Endpoint: p.Endpoint, TokenVariable: p.TokenVariable,
		VerifiedAt: utc(p.VerifiedAt), VerifiedUntil: utc(p.VerifiedUntil), Version: p.Version,
	}
	if err := json.Unmarshal([]byte(p.Contract), &found.Contract); err != nil {
		return found, fmt.Errorf("read the contract of provider %s: %w", p.Code, err)
	}
	return found, nil
}

func approvalOf(a *db.Approval) approval.Approval {
	found := approval.Approval{
		ID: a.ID, TenantID: a.TenantID, VenueID: a.VenueID, OwnerID: a.OwnerID, CustomerID: a.CustomerID, PrincipalID: a.PrincipalID,
		Channel: a.Channel, Action: a.Action, TargetKey: a.TargetKey, Status: a.Status, Version: a.Version,
		Arguments: json.RawMessage(a.Arguments), ArgsDigest: a.ArgsDigest, Preview: json.RawMessage(a.Preview), ExpiresAt: a.ExpiresAt.UTC(),
		DecidedBy: a.DecidedBy, DecidedAt: utc(a.DecidedAt), IntentID: a.IntentID, CreatedAt: a.CreatedAt.UTC(), UpdatedAt: a.UpdatedAt.UTC(),
	}
	if a.Result != nil {
		if r, ok := ref.Parse(*a.Result); ok {
			found.Result = &r
		}
	}
	return found
}
