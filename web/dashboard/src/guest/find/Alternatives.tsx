import { Anchor, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { ZoneNote } from '../../components/TimeText'
import { useGuestWords } from '../words'
import { useLanguage } from '../../messages/language'
import { formatTime } from '../../time/format'
import { useAlternatives } from './useAlternatives'
import { timeAt } from './wish'
import './Alternatives.css'

interface Props {
  venue: { id: string; code: string; timeZone: string }
  /** The start that was wished for. */
  wish: string
  party: number
  /** Id of a reservation that is being changed. */
  instead?: string | undefined
}

/** The three free times nearest to a wish that can't be had. */
export function Alternatives({ venue, wish, party, instead }: Props) {
  const words = useGuestWords()
  const language = useLanguage()
  const navigate = useNavigate()
  const zone = venue.timeZone
  const times = useAlternatives(venue.id, zone, wish, party)
  return (
    <section className="alternatives" aria-label={words.alternatives.title} aria-busy={!times} data-testid="alternatives">
      <h3>{words.alternatives.title}</h3>
      <ZoneNote zone={zone} at={wish} />
      {!times && <Text c="dimmed">{words.alternatives.looking}</Text>}
      {times?.length === 0 && <Text c="dimmed">{words.alternatives.none}</Text>}
      {!!times?.length && (
        <ul>
          {times.map((time) => (
            <li key={`${time.startsAt} ${time.endsAt}`}>
              <button
                type="button" className="alternative"
                onClick={() => void navigate({ to: '/book/$venue', params: { venue: venue.code }, search: timeAt(time, zone, party, instead) })}
              >
                <span>{formatTime(time.startsAt, zone, language, 'day')}</span>
                <time dateTime={time.startsAt}>{formatTime(time.startsAt, zone, language)}</time>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Anchor renderRoot={(props) => <Link to="/book/$venue" params={{ venue: venue.code }} search={{ party: String(party), ...(instead ? { instead } : {}) }} {...props} />}>
        {words.alternatives.browse}
      </Anchor>
    </section>
  )
}
