import { shellWords } from '../messages/catalogues'
import { useLanguage } from '../messages/language'
import { useWords } from '../messages/words'
import { useServerNow } from '../time/countdown'
import { formatTime, zoneCity, zoneName } from '../time/format'
import { useVenue } from './venue'

/** The time at the venue, by the server's clock. */
export function VenueClock() {
  const { timeZone } = useVenue()
  const now = useServerNow(5_000)
  const language = useLanguage()
  const words = useWords(shellWords)
  return (
    <time className="digits" dateTime={new Date(now).toISOString()} title={formatTime(now, timeZone, language, 'full')} data-testid="venue-clock">
      <span className="said">{words.clock(zoneCity(timeZone))} </span>
      {formatTime(now, timeZone, language)}
      <span className="zone">{zoneName(timeZone, now, language)}</span>
    </time>
  )
}
