import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { useWords } from '../../messages/words'
import { formatTime, zoneName } from '../../time/format'
import { useGuestWords } from '../words'
import type { IntentRead } from './useLastIntent'
import './Progress.css'

/** What has happened so far, with times: taken down, then each try as it went. */
export function Progress({ intent }: { intent: IntentRead }) {
  const { inHand } = useGuestWords()
  const { attemptStatus } = useWords(enumWords)
  const language = useLanguage()
  const zone = intent.venue.timeZone
  const clock = (at: string) => (
    <time dateTime={at}>
      {formatTime(at, zone, language)}
      <span className="zone">{zoneName(zone, at, language)}</span>
    </time>
  )
  return (
    <ol className="progress" aria-label={inHand.steps}>
      <li>{clock(intent.createdAt)} {inHand.accepted}</li>
      {intent.attempts.map((attempt) => (
        <li key={attempt.id} data-status={attempt.status}>
          {clock(attempt.endedAt ?? attempt.startedAt)} {inHand.asked(attempt.number)}: {attemptStatus[attempt.status] ?? attempt.status}
        </li>
      ))}
    </ol>
  )
}
