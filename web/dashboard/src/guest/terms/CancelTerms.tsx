import { useLanguage } from '../../messages/language'
import { useServerNow } from '../../time/countdown'
import { formatTime, zoneName } from '../../time/format'
import { useGuestWords } from '../words'
import { type CancelRules, changeableUntil } from './terms'

/** Until when one may still change one's mind, with the venue's zone. */
export function CancelTerms({ startsAt, zone, rules }: { startsAt: string; zone: string; rules: CancelRules }) {
  const { confirmed } = useGuestWords()
  const language = useLanguage()
  const now = useServerNow(10_000)
  const until = changeableUntil(startsAt, rules)
  const text = `${formatTime(until, zone, language, 'dateTime')} (${zoneName(zone, until, language)})`
  return <span data-testid="cancel-terms">{now < until ? confirmed.canUntil(text) : confirmed.canNoMore(text)}</span>
}
