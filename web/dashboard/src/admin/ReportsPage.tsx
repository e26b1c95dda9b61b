import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { serverNow } from '../api/clock'
import { Loaded, Loading } from '../components/states'
import { TimeText, ZoneNote } from '../components/TimeText'
import { useVenue } from '../shell/venue'
import { useAddress } from '../shell/useAddress'
import { dayOf } from '../time/day'
import { PageHead } from './frame/PageHead'
import { ReportQuery } from './reports/documents'
import { rangeOf } from './reports/figures'
import { Funnel } from './reports/Funnel'
import { Guests } from './reports/Guests'
import { Latencies } from './reports/Latencies'
import { Heat, Occupancy } from './reports/Occupancy'
import { RangePicker } from './reports/RangePicker'
import { Tiles } from './reports/Tiles'
import { useAdminWords } from './words'

/** How a venue did, over dates that stand in the address. */
export function ReportsPage() {
  const { reports: words } = useAdminWords()
  const { id, timeZone } = useVenue()
  const [address, setAddress] = useAddress()
  const today = dayOf(serverNow(), timeZone)
  const range = rangeOf(address.from, address.to, today)
  const [answer, again] = useQuery({
    query: ReportQuery,
    variables: { venueId: id, from: range.from, to: range.to },
    pause: !!range.fault,
    requestPolicy: 'cache-and-network',
  })
  return (
    <Stack>
      <PageHead title={words.title}>
        {words.text} <ZoneNote zone={timeZone} />
      </PageHead>
      <RangePicker range={range} today={today} set={(next) => setAddress(next, { keep: true })} />
      {!range.fault && (
        <Loaded of={answer} retry={again} loading={<Loading rows={4} height={180} />}>
          {({ report }) => {
            const { offers, waits } = report
            return (
              <Stack className={answer.stale || answer.fetching ? 'stale' : undefined} aria-busy={answer.fetching}>
                <Tiles report={report} />
                <Group gap="xs">
                  <Text size="xs" c="dimmed">
                    {words.counted} <TimeText at={report.countedAt} zone={timeZone} style="dateTime" />
                  </Text>
                </Group>
                <Occupancy days={report.days} />
                <Heat hours={report.hours} />
                <Guests days={report.days} />
                <div className="two-charts">
                  <Funnel
                    title={words.offers.title}
                    counts={words.offers.counts}
                    columns={words.offers.columns}
                    testId="offers"
                    steps={[
                      { key: 'made', label: words.offers.made, count: offers.made, level: 0 },
                      { key: 'answered', label: words.offers.answered, count: offers.accepted + offers.declined, level: 1 },
                      { key: 'accepted', label: words.offers.accepted, count: offers.accepted, level: 2 },
                      { key: 'declined', label: words.offers.declined, count: offers.declined, level: 2, kind: 'mild' },
                      { key: 'expired', label: words.offers.expired, count: offers.expired, level: 1, kind: 'bad' },
                      { key: 'withdrawn', label: words.offers.withdrawn, count: offers.withdrawn, level: 1, kind: 'mild' },
                      { key: 'open', label: words.offers.open, count: offers.open, level: 1, kind: 'open' },
                    ]}
                  />
                  <Funnel
                    title={words.waits.title}
                    counts={words.waits.counts}
                    columns={words.waits.columns}
                    testId="waits"
                    steps={[
                      { key: 'joined', label: words.waits.joined, count: waits.joined, level: 0 },
                      { key: 'offered', label: words.waits.offered, count: waits.offered, level: 1 },
                      { key: 'fulfilled', label: words.waits.fulfilled, count: waits.fulfilled, level: 2 },
                      { key: 'left', label: words.waits.left, count: waits.left, level: 1, kind: 'mild' },
                      { key: 'lapsed', label: words.waits.lapsed, count: waits.lapsed, level: 1, kind: 'bad' },
                      { key: 'open', label: words.waits.open, count: waits.open, level: 1, kind: 'open' },
                    ]}
                  />
                </div>
                <Latencies untilOffer={waits.untilOffer} untilAnswer={offers.untilAnswer} promotion={report.promotion} />
              </Stack>
            )
          }}
        </Loaded>
      )}
    </Stack>
  )
}
