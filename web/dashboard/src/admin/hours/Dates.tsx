import { Badge, Button, Group, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useLanguage } from '../../messages/language'
import type { Day } from '../../time/day'
import { weekdayOf } from '../../time/day'
import { differing, same } from '../draft/draft'
import { Section } from '../frame/Section'
import { ActsHead, Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'
import { DateEditor } from './DateEditor'
import { useSayMarks } from './sayMarks'
import type { Window } from './week'
import { sayDay } from './weekdays'
import { type Exception, type Marks, withException } from './year'
import { YearStrip } from './YearStrip'

interface Props {
  today: Day
  last: Day
  exceptions: Exception[]
  /** As the server has them. */
  saved: Exception[]
  week: Window[]
  /** All that is special, by date; with the exceptions as they are edited. */
  marks: ReadonlyMap<Day, Marks>
  change: (exceptions: Exception[]) => void
  readOnly: boolean
}

const byDate = (list: readonly Exception[]) => Object.fromEntries(list.map((one) => [one.date, one]))

/** The dates that go by rules of their own: in the strip of a year, and as a list. */
export function Dates({ today, last, exceptions, saved, week, marks, change, readOnly }: Props) {
  const words = useAdminWords()
  const { dates } = words.hours
  const language = useLanguage()
  const say = useSayMarks()
  const [day, setDay] = useState<Day | null>(null)
  const editor = useRef<HTMLDivElement>(null)
  const edited = useMemo(() => new Set(differing(byDate(exceptions), byDate(saved))), [exceptions, saved])
  const coming = exceptions.filter(({ date }) => date >= today)
  const past = exceptions.length - coming.length
  const open = (date: Day) => {
    if (readOnly) return
    setDay(date)
    requestAnimationFrame(() => editor.current?.querySelector<HTMLElement>('input')?.focus())
  }
  const gone = saved.filter(({ date }) => date >= today && !exceptions.some((one) => one.date === date))
  return (
    <Section title={dates.title} text={dates.text} testId="dates">
      <YearStrip today={today} last={last} marks={marks} edited={edited} chosen={day} choose={open} />
      <div ref={editor}>
        {day && (
          <DateEditor
            key={day}
            day={day}
            exception={exceptions.find(({ date }) => date === day)}
            usual={week.filter((window) => window.weekdays.includes(weekdayOf(day)))}
            note={say(marks.get(day))}
            cancel={() => setDay(null)}
            apply={(exception) => {
              change(exception ? withException(exceptions, exception) : exceptions.filter(({ date }) => date !== day))
              setDay(null)
            }}
          />
        )}
      </div>
      {coming.length + gone.length === 0 ? (
        <Text size="sm" c="dimmed">
          {dates.none}
        </Text>
      ) : (
        <Sheet
          label={dates.title}
          head={
            <>
              <th scope="col">{dates.columns.date}</th>
              <th scope="col">{dates.columns.what}</th>
              <ActsHead />
            </>
          }
        >
          {[...coming, ...gone]
            .sort((a, b) => (a.date < b.date ? -1 : 1))
            .map((exception) => {
              const removed = gone.includes(exception)
              const was = saved.find(({ date }) => date === exception.date)
              return (
                <tr key={exception.date}>
                  <th scope="row">{sayDay(exception.date, language)}</th>
                  <td>
                    <Group gap="xs">
                      {removed ? (
                        <>
                          <del>{say({ exception })}</del> {dates.plain}
                        </>
                      ) : (
                        say(marks.get(exception.date))
                      )}
                      {(removed || !same(was, exception)) && (
                        <Badge size="sm" variant="light" color="amber" tt="none">
                          {dates.edited}
                        </Badge>
                      )}
                    </Group>
                  </td>
                  <td className="acts">
                    {!readOnly && !removed && (
                      <>
                        <Button
                          variant="subtle"
                          color="slate"
                          aria-label={dates.edit(sayDay(exception.date, language))}
                          onClick={() => open(exception.date)}
                        >
                          {words.frame.edit}
                        </Button>
                        <Button
                          variant="subtle"
                          color="rust"
                          aria-label={dates.remove(sayDay(exception.date, language))}
                          onClick={() => change(exceptions.filter(({ date }) => date !== exception.date))}
                        >
                          {words.frame.remove}
                        </Button>
                      </>
                    )}
                  </td>
                </tr>
              )
            })}
        </Sheet>
      )}
      {past > 0 && (
        <Text size="xs" c="dimmed">
          {dates.past(past)}
        </Text>
      )}
    </Section>
  )
}
