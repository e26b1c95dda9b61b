import { Badge, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { announce } from '../components/announce'
import { Icon } from '../components/icons'
import { Loaded, Loading } from '../components/states'
import { TimeText } from '../components/TimeText'
import type { AdminInvariantsQuery } from '../gql/admin/graphql'
import { useLanguage } from '../messages/language'
import { number } from '../messages/words'
import { useVenue } from '../shell/venue'
import { useServerNow } from '../time/countdown'
import { sayDuration, sayLength, secondsOf } from './entry/length'
import { PageHead } from './frame/PageHead'
import { Sheet } from './frame/Sheet'
import { inOrder, isOverdue, stateOf } from './promises/state'
import './promises/promises.css'
import { InvariantsQuery } from './reports/documents'
import { useAdminWords } from './words'

const readEvery = 5_000

/** Whether the program keeps its promises, as last checked; it reads itself again and again. */
export function InvariantsPage() {
  const { promises: words } = useAdminWords()
  const [answer, again] = useQuery({ query: InvariantsQuery, requestPolicy: 'cache-and-network' })
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && again({ requestPolicy: 'network-only' }), readEvery)
    return () => clearInterval(timer)
  }, [again])
  return (
    <Stack>
      <PageHead title={words.title}>{words.text}</PageHead>
      <Loaded
        of={answer}
        retry={again}
        loading={
          <>
            <Loading rows={1} height={104} />
            <Loading rows={6} height={32} />
          </>
        }
      >
        {({ invariants }) => <Panel report={invariants} lost={!!answer.error} />}
      </Loaded>
    </Stack>
  )
}

function Panel({ report, lost }: { report: AdminInvariantsQuery['invariants']; lost: boolean }) {
  const { promises: words } = useAdminWords()
  const { timeZone } = useVenue()
  const language = useLanguage()
  const now = useServerNow()
  const state = stateOf(report, now)
  const broken = report.checks.filter((check) => check.breaches > 0).length
  const every = sayDuration(report.every, language)
  const age = report.checkedAt ? Math.max(0, Math.floor((now - Date.parse(report.checkedAt)) / 1_000)) : 0
  const title = { broken: words.broken(broken), off: words.off, first: words.first, late: words.late, kept: words.all }[state]
  const overdue = isOverdue(report, now)
  const told = useRef(state)
  useEffect(() => {
    if (told.current !== state) announce(title)
    told.current = state
  }, [state, title])
  return (
    <>
      <section className="promise-state" data-state={state} data-testid="promises" aria-label={words.title}>
        <Icon name={state === 'kept' ? 'invariants' : state === 'first' || state === 'off' ? 'info' : 'warning'} size={48} />
        <div>
          <h2>{title}</h2>
          <p>
            {{ broken: words.brokenText, off: words.offText, first: words.firstText, late: '', kept: words.allText(report.checks.length) }[state]}
            {overdue && ` ${words.lateText(every)}`}
            {lost && ` ${words.lost}`}
          </p>
        </div>
        <div className="promise-age">
          {report.checkedAt && (
            <>
              <div>{words.checkedAt}</div>
              <div>
                <TimeText at={report.checkedAt} zone={timeZone} style="dateTime" /> · {age < 2 ? words.now : words.age(sayLength(age, language))}
              </div>
            </>
          )}
          {state !== 'off' && <div>{words.due(every)}</div>}
        </div>
      </section>
      {report.checks.length > 0 && (
        <Sheet
          label={words.title}
          caption={words.order}
          head={
            <>
              <th scope="col">{words.columns.promise}</th>
              <th scope="col">{words.columns.breaches}</th>
              <th scope="col">{words.columns.last}</th>
              <th scope="col" className="number">
                {words.columns.took}
              </th>
            </>
          }
        >
          {inOrder(report.checks).map((check) => (
            <tr key={check.name} data-broken={check.breaches > 0 || undefined}>
              <th scope="row">
                {words.words[check.name] ?? check.promise}
                <Text size="xs" c="dimmed" className="mono">
                  {check.name}
                </Text>
              </th>
              <td>
                <Badge
                  variant="light"
                  tt="none"
                  miw="max-content"
                  color={check.breaches > 0 ? 'rust' : 'pine'}
                  leftSection={<Icon name={check.breaches > 0 ? 'warning' : 'check'} size={12} />}
                >
                  {check.breaches > 0 ? words.breaches(check.breaches) : words.holds}
                </Badge>
              </td>
              <td>
                {check.lastBreachAt ? (
                  <>
                    <TimeText at={check.lastBreachAt} zone={timeZone} style="dateTime" />
                    {check.breaches === 0 && (
                      <Text size="xs" c="dimmed">
                        {words.recovered}
                      </Text>
                    )}
                  </>
                ) : (
                  words.never
                )}
              </td>
              <td className="number">{words.ms(number(language, Math.round((secondsOf(check.took) ?? 0) * 1_000)))}</td>
            </tr>
          ))}
        </Sheet>
      )}
    </>
  )
}
