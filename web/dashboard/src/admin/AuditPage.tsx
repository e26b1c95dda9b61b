import { Button, Group, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { serverNow } from '../api/clock'
import { download } from '../components/download'
import { ZoneNote } from '../components/TimeText'
import { useDeed } from '../history/useDeed'
import { useLanguage } from '../messages/language'
import { useVenue } from '../shell/venue'
import { useAddress } from '../shell/useAddress'
import { dayOf } from '../time/day'
import { formatTime } from '../time/format'
import { AuditFilters } from './audit/AuditFilters'
import { AuditTable } from './audit/AuditTable'
import { csvOf } from './audit/csv'
import { addressOf, type AuditSearch, asFilter, readSearch } from './audit/filter'
import { useAuditLog } from './audit/useAuditLog'
import { PageHead } from './frame/PageHead'
import { useAdminWords } from './words'

const blank: AuditSearch = { operations: [], outcomes: [], problemCodes: [], actor: '', subjectId: '', correlationId: '', from: '', to: '' }

/** Who did what at a venue. The filter stands in the address. */
export function AuditPage() {
  const { audit: words } = useAdminWords()
  const venue = useVenue()
  const language = useLanguage()
  const say = useDeed()
  const [address, setAddress] = useAddress()
  const search = useMemo(() => readSearch(address), [address])
  const log = useAuditLog(venue.id, asFilter(search, venue.timeZone))
  const set = (patch: Partial<AuditSearch>) => setAddress(addressOf(patch))
  const exportShown = () => {
    const { columns } = words
    const head = [
      'UTC',
      `${columns.at} (${venue.timeZone})`,
      columns.actor,
      columns.operation,
      'operation',
      'subjectId',
      columns.outcome,
      'problemCode',
      columns.reason,
      'correlationId',
    ]
    const rows = log.entries.map((entry) => [
      entry.at,
      formatTime(entry.at, venue.timeZone, language, 'dateTime'),
      entry.actor,
      say(entry.operation),
      entry.operation,
      entry.subjectId ?? '',
      entry.outcome,
      entry.problemCode ?? '',
      entry.reason ?? '',
      entry.correlationId,
    ])
    download(`${words.file}-${venue.code}-${dayOf(serverNow(), venue.timeZone)}.csv`, 'text/csv', csvOf(head, rows))
  }
  const count = log.entries.length
  return (
    <Stack>
      <PageHead
        title={words.title}
        actions={
          <>
            <Button variant="outline" color="slate" onClick={log.refresh} disabled={log.reading}>
              {words.newer}
            </Button>
            <Button variant="outline" disabled={count === 0} onClick={exportShown}>
              {words.exportShown(count)}
            </Button>
          </>
        }
      >
        {words.text} <ZoneNote zone={venue.timeZone} />
      </PageHead>
      <AuditFilters search={search} set={set} clear={() => set(blank)} zone={venue.timeZone} />
      <AuditTable log={log} venue={venue} only={(filter) => setAddress(addressOf(filter), { keep: true })} />
      <Group>
        <Text size="xs" c="dimmed" role="status">
          {log.hasMore ? words.loadedMore(count) : words.loaded(count)}
        </Text>
      </Group>
    </Stack>
  )
}
