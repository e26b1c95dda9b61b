import { useLanguage } from '../../messages/language'
import { sayLength } from '../entry/length'
import { useAdminWords } from '../words'
import type { Marks } from './year'

/** What is special about a date, in words. */
export function useSayMarks(): (marks: Marks | undefined) => string {
  const {
    hours: { dates: words },
  } = useAdminWords()
  const language = useLanguage()
  return (marks) => {
    const said: string[] = []
    const { exception, holiday, clockChange } = marks ?? {}
    if (exception)
      said.push(exception.closed ? words.closed : `${words.special} ${exception.windows.map(({ opens, closes }) => `${opens}–${closes}`).join(', ')}`)
    if (holiday)
      said.push(
        `${words.holiday(language === 'ko' ? holiday.localName : holiday.name)}${exception ? '' : ` (${holiday.closed ? words.closed : words.plain})`}`,
      )
    if (!exception && !holiday) said.push(words.plain)
    if (clockChange) {
      const by = clockChange.offsetAfter - clockChange.offsetBefore
      said.push((by > 0 ? words.clockForward : words.clockBack)(sayLength(Math.abs(by), language)))
    }
    return said.join(', ')
  }
}
