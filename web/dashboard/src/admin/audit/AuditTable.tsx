import { ActionIcon, Badge, Button, Group, Text } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../../components/icons'
import { Empty, Loading, ReadError } from '../../components/states'
import { TimeText } from '../../components/TimeText'
import { useActor } from '../../history/useActor'
import { useDeed } from '../../history/useDeed'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { useWords } from '../../messages/words'
import { dayOf } from '../../time/day'
import { formatTime } from '../../time/format'
import { CopyButton } from '../frame/CopyButton'
import { PageLink } from '../frame/PageLink'
import { useAdminWords } from '../words'
import { nameOf, pageOf, type Subject } from './subject'
import type { AuditLog, Entry } from './useAuditLog'
import './AuditTable.css'

interface Props {
  log: AuditLog
  venue: { code: string; timeZone: string }
  only: (filter: { correlationId?: string; subjectId?: string }) => void
}

const tones = { COMMITTED: 'pine', ACCEPTED: 'sea', IN_PROGRESS: 'sea', REJECTED: 'amber' } as const

/** The entries in rows of which only those in sight are drawn; more are read as one comes near the end. */
export function AuditTable({ log, venue, only }: Props) {
  const { audit: words } = useAdminWords()
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const { entries, subjects, reading, error, hasMore, more } = log
  const some = entries.length > 0
  useLayoutEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + scrollY)
  }, [some])
  const rows = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => 44,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => entries[index]!.id,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !reading && !error && entries.length > 0 && last >= entries.length - 15) more()
  }, [hasMore, reading, error, entries.length, last, more])
  if (entries.length === 0) {
    if (error) return <ReadError error={error} retry={log.refresh} />
    return reading || hasMore ? (
      <Loading rows={10} height={40} />
    ) : (
      <Empty icon="audit" title={words.none}>
        {words.noneText}
      </Empty>
    )
  }
  const heads = ['at', 'actor', 'operation', 'subject', 'outcome', 'correlation'] as const
  return (
    <div className="audit-room">
      <div className="audit" role="table" aria-label={words.title} aria-rowcount={hasMore ? -1 : entries.length + 1}>
        <div role="rowgroup">
          <div className="audit-row audit-head" role="row" aria-rowindex={1}>
            {heads.map((name) => (
              <span key={name} role="columnheader">
                {words.columns[name]}
              </span>
            ))}
          </div>
        </div>
        <div ref={body} role="rowgroup" data-testid="audit-rows" style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {shown.map((row) => (
            <div
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              role="row"
              aria-rowindex={row.index + 2}
              className="audit-row"
              style={{ transform: `translateY(${row.start - top}px)` }}
            >
              <Cells entry={entries[row.index]!} subject={subjects.get(entries[row.index]!.subjectId ?? '')} venue={venue} only={only} />
            </div>
          ))}
        </div>
      </div>
      {reading && (
        <Text size="sm" c="dimmed" p="xs">
          {words.loadingMore}
        </Text>
      )}
      {error && (
        <Group p="xs">
          <Text size="sm" c="rust.8">
            {words.failed}
          </Text>
          <Button variant="outline" color="slate" onClick={more}>
            {words.again}
          </Button>
        </Group>
      )}
      {!hasMore && (
        <Text size="xs" c="dimmed" p="xs" ta="center">
          {words.end}
        </Text>
      )}
    </div>
  )
}

function Cells({ entry, subject, venue, only }: { entry: Entry; subject: Subject | undefined; venue: Props['venue']; only: Props['only'] }) {
  const { audit: words } = useAdminWords()
  const enums = useWords(enumWords)
  const language = useLanguage()
  const say = useDeed()
  const actor = useActor()
  const zone = venue.timeZone
  const kind = subject && (words.kinds[subject.__typename] ?? subject.__typename)
  const name = subject && nameOf(subject, (at) => formatTime(at, zone, language, 'dateTime'))
  const page = subject && pageOf(subject, venue, (at) => dayOf(at, zone))
  const text = subject ? [kind, name].filter(Boolean).join(' · ') : entry.subjectId
  return (
    <>
      <span role="cell">
        <TimeText at={entry.at} zone={zone} style="dateTime" bare />
        <small className="digits">:{entry.at.slice(17, 23)}</small>
      </span>
      <span role="cell">{actor(entry.actor)}</span>
      <span role="cell">
        {say(entry.operation)}
        {entry.reason && (
          <small>
            {words.columns.reason}: {entry.reason}
          </small>
        )}
      </span>
      <span role="cell" className="audit-subject">
        {text ? page ? <PageLink to={page}>{text}</PageLink> : <span className={subject ? undefined : 'mono'}>{text}</span> : '–'}
        {entry.subjectId && (
          <ActionIcon
            size={24}
            color="slate"
            aria-label={`${words.onlySubject}: ${text}`}
            title={words.onlySubject}
            onClick={() => only({ subjectId: entry.subjectId! })}
          >
            <Icon name="search" size={14} />
          </ActionIcon>
        )}
      </span>
      <span role="cell">
        <Badge variant="light" tt="none" color={tones[entry.outcome] ?? 'slate'}>
          {enums.outcome[entry.outcome] ?? entry.outcome}
        </Badge>
        {entry.problemCode && <small>{enums.problem[entry.problemCode] ?? entry.problemCode}</small>}
      </span>
      <span role="cell" className="audit-call">
        <button
          type="button"
          className="linklike mono"
          title={entry.correlationId}
          aria-label={words.onlyCall(entry.correlationId)}
          onClick={() => only({ correlationId: entry.correlationId })}
        >
          {entry.correlationId.slice(0, 8)}
        </button>
        <CopyButton text={entry.correlationId} label={entry.correlationId} />
      </span>
    </>
  )
}
