import { Link } from '@tanstack/react-router'
import { Icon } from '../../components/icons'
import type { ApprovalCoreFragment } from '../../gql/guest/graphql'
import { useGuestWords } from '../words'
import '../urgent/Deadline.css'

/** Says that an agent waits for a yes, once for each thing that it prepared. */
export function ApprovalsHint({ open }: { open: readonly ApprovalCoreFragment[] }) {
  const { mine, approval } = useGuestWords()
  return (
    <ul className="urgent" data-testid="approvals-hint">
      {open.map((one) => (
        <li key={one.id}>
          <Link className="deadline" to="/approvals">
            <Icon name="person" />
            <span className="deadline-what">
              <strong>{mine.approvals}: {approval.kind[one.actionType] ?? one.actionType}</strong>
              <span>{one.venue.name}</span>
            </span>
            <Icon name="forward" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
