package invariant

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/approval"
)

// approvalPredicates say that a person's yes is for one thing, in time, and carried out once.
func approvalPredicates() []predicate {
	return []predicate{approvalOpen, approvalOutcome}
}

// approvalOpen finds owners of whom two approvals wait for a yes where one should have superseded the other.
var approvalOpen = predicate{name: "approval-open", promise: "Nobody is asked twice at once for the same yes.", sql: `
	SELECT format('owner %s: %s approvals of %s wait for a yes', owner_id, count(*), target_key)
	FROM approvals WHERE tenant_id = $1 AND status = 'PENDING'
	GROUP BY owner_id, action, target_key
	HAVING count(*) > 1
	UNION ALL
	SELECT format('owner %s: %s approvals prepared on the web wait for a yes', owner_id, count(*))
	FROM approvals WHERE tenant_id = $1 AND status = 'PENDING' AND channel = 'WEB'
	GROUP BY owner_id
	HAVING count(*) > 1`}

// approvalOutcome finds approvals that something came of without a person's yes in time, or nothing, or two things, and
// intents that call on an approval which doesn't know them. What is CONSUMED doesn't change any more, so its last change is
// the moment at which it was carried out.
var approvalOutcome = predicate{name: "approval-outcome", promise: "What needed a person's yes was done after it, in time, and once.", sql: `
	SELECT format('approval %s until %s is %s, decided by %s at %s, last changed at %s; what came of it: intent %s, result %s',
	       a.id, a.expires_at, a.status, coalesce(a.decided_by, 'nobody'), a.decided_at, a.updated_at, coalesce(a.intent_id::text, 'none'), coalesce(a.result, 'none'))
	FROM approvals a
	LEFT JOIN intents i ON i.tenant_id = $1 AND i.id = a.intent_id
	WHERE a.tenant_id = $1
	  AND ((a.intent_id IS NOT NULL)::int + (a.result IS NOT NULL)::int <> (a.status = 'CONSUMED')::int
	       OR a.intent_id IS NOT NULL AND (i.approval_id = a.id AND i.venue_id = a.venue_id) IS NOT TRUE
	       OR a.status = 'CONSUMED' AND a.updated_at >= a.expires_at
	       OR (a.decided_by IS NULL) <> (a.decided_at IS NULL)
	       OR a.decided_at >= a.expires_at
	       OR CASE WHEN a.status IN ('PENDING', 'SUPERSEDED') THEN a.decided_by IS NOT NULL ELSE a.status <> 'EXPIRED' AND a.decided_by IS NULL END)
	UNION ALL
	SELECT format('intent %s calls on approval %s, which is %s for intent %s', i.id, i.approval_id, coalesce(a.status, 'missing'), coalesce(a.intent_id::text, 'none'))
	FROM intents i
	LEFT JOIN approvals a ON a.tenant_id = $1 AND a.id = i.approval_id
	WHERE i.tenant_id = $1 AND i.approval_id IS NOT NULL AND a.intent_id IS DISTINCT FROM i.id`}

// approvalsPage is how many approvals are digested again in one transaction.
const approvalsPage = 1000

// changedArguments digests the arguments of a tenant's approvals again and returns those that aren't what the person saw.
func changedArguments(ctx context.Context, tenant uuid.UUID, in scope) (all []string, err error) {
	var last uuid.UUID
	for {
		var page []approval.Approval
		err := in(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			page, err = approvalsAfter(ctx, tx, tenant, last)
			return err
		})
		if err != nil {
			return all, err
		}
		for _, a := range page {
			if digest := approval.Digest(a.Action, a.Arguments); digest != a.ArgsDigest && len(all) < listed {
				all = append(all, fmt.Sprintf("the arguments of approval %s have the digest %s and not %s", a.ID, digest, a.ArgsDigest))
			}
			last = a.ID
		}
		if len(page) < approvalsPage {
			return all, nil
		}
	}
}

// approvalsAfter reads the next page in order of id, no more of each than the digest is made of.
func approvalsAfter(ctx context.Context, tx *sql.Tx, tenant, last uuid.UUID) (page []approval.Approval, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, action, arguments, args_digest FROM approvals WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`, tenant, last, approvalsPage)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var a approval.Approval
		if err := rows.Scan(&a.ID, &a.Action, &a.Arguments, &a.ArgsDigest); err != nil {
			return nil, err
		}
		page = append(page, a)
	}
	return page, rows.Err()
}
