import { useLanguage } from '../../messages/language'
import { formatTime, zoneCity, zoneName } from '../../time/format'
import { useGuestWords } from '../words'
import { clocksDiffer, daysBetween, deviceZone, longDate } from './date'
import './When.css'

interface Props {
  from: string
  to: string
  /** Zone of the venue. */
  zone: string
  /** Also what the device's own clock shows then, where it differs. */
  device?: boolean
}

/** When something is, in words and in the venue's time, which is named. */
export function When({ from, to, zone, device = false }: Props) {
  const language = useLanguage()
  const words = useGuestWords()
  const date = longDate(from, zone, language)
  const days = daysBetween(from, to, zone)
  const names = [zoneName(zone, from, language), zoneName(zone, to, language)]
  const clock = formatTime(to, zone, language)
  const end = days === 0 ? clock : days === 1 ? words.nextDay(clock) : `${longDate(to, zone, language)} ${clock}`
  const own = deviceZone()
  return (
    <span className="when">
      <time className="when-date" dateTime={from}>{date}</time>
      <span className="when-time">
        <time dateTime={from}>{formatTime(from, zone, language)}</time>
        {names[0] !== names[1] && <span className="zone">{names[0]}</span>}–<time dateTime={to}>{end}</time>
        <span className="zone">{words.zoneOf(zoneCity(zone), names[1]!)}</span>
      </span>
      {device && clocksDiffer(zone, own, Date.parse(from)) && (
        <span className="when-device">{words.onDevice(formatTime(from, own, language, 'dateTime'), zoneName(own, from, language))}</span>
      )}
    </span>
  )
}
