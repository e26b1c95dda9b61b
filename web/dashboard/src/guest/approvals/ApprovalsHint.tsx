import { Link } from '@tanstack/react-router'
import { Icon } from '../../components/icons'
import { useGuestWords } from '../words'
import { useApprovals } from './useApprovals'
import '../urgent/Deadline.css'

/** Says that an agent waits for a yes, where one does. */
export function ApprovalsHint() {
  const { mine, approval } = useGuestWords()
  const [answer] = useApprovals(['PENDING', 'APPROVED'])
  const open = (answer.data?.approvals.nodes ?? []).filter((one) => one.status === 'PENDING' || one.status === 'APPROVED')
  if (open.length === 0) return <Link className="go" to="/approvals">{approval.title}</Link>
  return (
    <ul className="urgent">
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
