import { Link } from '@tanstack/react-router'
import { CountdownRing } from '../../components/CountdownRing'
import { Icon } from '../../components/icons'
import { useLanguage } from '../../messages/language'
import { formatTime, zoneName } from '../../time/format'
import './Deadline.css'

interface Props {
  kind: 'offer' | 'hold'
  to: string
  title: string
  at: string
  zone: string
  place: string
  until: string
  onOver: () => void
}

/** Something that waits for the guest and runs out; the whole row leads to it. */
export function Deadline({ kind, to, title, at, zone, place, until, onOver }: Props) {
  const language = useLanguage()
  return (
    <li>
      <Link to={to} className="deadline" data-kind={kind}>
        <CountdownRing until={until} label={title} size={48} quiet={kind === 'hold'} onOver={onOver} />
        <span className="deadline-what">
          <strong>{title}</strong>
          <span>
            {formatTime(at, zone, language, 'dateTime')}
            <span className="zone">{zoneName(zone, at, language)}</span>
          </span>
          <span>{place}</span>
        </span>
        <Icon name="forward" />
      </Link>
    </li>
  )
}
