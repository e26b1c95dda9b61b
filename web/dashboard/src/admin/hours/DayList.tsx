import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { formatTime } from '../../time/format'
import { Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'
import { useSayMarks } from './sayMarks'
import { type DayChange, type Group as Slots, runsOf } from './trial'
import { sayDay } from './weekdays'
import type { Marks } from './year'

/** A trial day by day: what appears and goes, with what is special about the date. */
export function DayList({ days, marks, zone }: { days: readonly DayChange[]; marks: ReadonlyMap<string, Marks>; zone: string }) {
  const {
    hours: { trial: words },
  } = useAdminWords()
  const language = useLanguage()
  const say = useSayMarks()
  const [every, setEvery] = useState(false)
  const changing = days.filter((day) => day.appears.length + day.goes.length + day.turns.length > 0)
  const shown = every ? days : changing
  const clock = (at: string) => formatTime(at, zone, language)
  const times = (groups: Slots[], sign: string, name: string) =>
    groups.length > 0 && (
      <div>
        <Text span size="xs" c="dimmed">
          {name}:{' '}
        </Text>
        {runsOf(groups)
          .map(({ from, to, slots, resources: { length } }) => {
            const time = `${clock(from)}–${clock(to)}`
            return sign + (slots > 1 ? words.run(time, length, slots) : words.plus(time, length))
          })
          .join(', ')}
      </div>
    )
  return (
    <Stack gap="xs">
      {shown.length > 0 && (
        <Sheet
          label={words.list}
          head={
            <>
              <th scope="col">{words.columns.day}</th>
              <th scope="col" className="number">
                {words.columns.before}
              </th>
              <th scope="col" className="number">
                {words.columns.after}
              </th>
              <th scope="col">{words.columns.change}</th>
            </>
          }
        >
          {shown.map((day) => {
            const mark = marks.get(day.day)
            return (
              <tr key={day.day}>
                <th scope="row">
                  <span className="one-line">{sayDay(day.day, language, { month: 'short', day: 'numeric', weekday: 'short' })}</span>
                  {mark && (
                    <Text size="xs" c="dimmed">
                      {say(mark)}
                    </Text>
                  )}
                </th>
                <td className="number">{number(language, day.before)}</td>
                <td className="number">{number(language, day.after)}</td>
                <td>
                  {times(day.appears, '+', words.added)}
                  {times(day.goes, '−', words.gone)}
                  {times(day.turns, '', words.turned)}
                  {day.appears.length + day.goes.length + day.turns.length === 0 && (
                    <Text size="xs" c="dimmed">
                      {words.nothing}
                    </Text>
                  )}
                </td>
              </tr>
            )
          })}
        </Sheet>
      )}
      {days.length > changing.length && (
        <div>
          <Button variant="subtle" color="slate" onClick={() => setEvery(!every)}>
            {every ? words.onlyChanged : words.showDays}
          </Button>
        </div>
      )}
    </Stack>
  )
}
