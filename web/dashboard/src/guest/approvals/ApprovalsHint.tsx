import { Link } from '@tanstack/react-router'
import { Icon } from '../../components/icons'
import { useGuestWords } from '../words'
import { useApprovals } from './useApprovals'
import '../urgent/Deadline.css'

const waiting = ['PENDING' as const, 'APPROVED' as const]

/** Says that an agent waits for a yes, once for each thing that it prepared. */
export function ApprovalsHint() {
  const { mine, approval } = useGuestWords()
  const [{ data }] = useApprovals(waiting)
  // What was read while it waited stays in the cache when it is over.
  const open = (data?.approvals.nodes ?? []).filter((one) => one.status === 'PENDING' || one.status === 'APPROVED')
  if (open.length === 0) return null
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
