import type { ReactNode } from 'react'
import { useLanguage } from '../../messages/language'
import { sayDuration } from '../entry/length'
import { useAdminWords } from '../words'
import type { Window } from './week'
import { sayWeekdays } from './weekdays'
import type { Exception } from './year'

/** Opening rules in words, a line each. */
export function useSayRules(): { week: (windows: Window[]) => ReactNode; date: (exception: Exception | undefined) => ReactNode } {
  const {
    frame,
    hours: { field, week },
  } = useAdminWords()
  const language = useLanguage()
  const lines = (texts: string[]) => (texts.length ? texts.map((text) => <div key={text}>{text}</div>) : frame.none)
  return {
    week: (windows) =>
      lines(
        windows.map(
          (window) =>
            `${sayWeekdays(window.weekdays, language)} ${window.opens}–${window.closes}, ${sayDuration(window.slotLength, language)}${window.walkInOnly ? `, ${week.walkIn}` : ''}`,
        ),
      ),
    date: (one) => (!one ? field.asWeek : one.closed ? field.closed : one.windows.map(({ opens, closes }) => `${opens}–${closes}`).join(', ')),
  }
}
