import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useAllPages } from '../api/useAllPages'
import { Icon } from '../components/icons'
import { Empty, Loading, ReadError } from '../components/states'
import { TimeText, ZoneNote } from '../components/TimeText'
import { waitlistEntryStatusValues } from '../gql/enums'
import { shellWords } from '../messages/catalogues'
import { naturally } from '../messages/order'
import { useWords } from '../messages/words'
import { useVenue } from '../shell/venue'
import { useMay } from '../shell/Viewer'
import { useAddress } from '../shell/useAddress'
import { dayOf, instantOf } from '../time/day'
import { JoinDialog } from './acts/JoinDialog'
import { pressIn } from './keyboard/KeyButton'
import { StaffKeys } from './keyboard/StaffKeys'
import { PlacesToWaitFor } from './waitlist/documents'
import { EntryRow } from './waitlist/EntryRow'
import { NextDialog } from './waitlist/NextDialog'
import { OrderOfTurns } from './waitlist/OrderOfTurns'
import { byWishedDay, turnOf } from './waitlist/turns'
import { useUsualWait } from './waitlist/useUsualWait'
import { useWaiting } from './waitlist/useWaiting'
import { useWaitlistKeyLines } from './waitlist/useWaitlistKeyLines'
import { useWaitlistWords } from './waitlist/words'
import { WalkInButton } from './walkin/WalkInDialog'
import './queue/queue.css'
import './waitlist/waitlist.css'

/** Keys that press a button of what the selected row shows. */
const pressed = ['c', 'p', 'd', 'x', 'm', 'y', 'l'] as const
const live = ['WAITING', 'OFFERED'] as const

/** Everybody who waits, in turn, with the reasons of the order, how long they have waited, and what staff can do out of turn. */
export function WaitlistPage() {
  const venue = useVenue()
  const zone = venue.timeZone
  const words = useWaitlistWords()
  const { nav } = useWords(shellWords)
  const { past } = useSearch({ strict: false })
  const [, goTo] = useAddress()
  const list = useWaiting(venue.id, past ? waitlistEntryStatusValues : live)
  const usual = useUsualWait(venue.id, zone)
  const mayPreview = useMay('policy:preview')
  const region = useRef<HTMLDivElement>(null)
  const [selected, choose] = useState<string | null>(null)
  const [opened, open] = useState<'join' | 'next'>()
  const entries = list.entries
  const days = useMemo(() => byWishedDay(entries ?? [], (instant) => dayOf(instant, zone)), [entries, zone])
  const rows = days.flatMap(([, all]) => all)
  const names = useMemo(() => new Map((entries ?? []).map((entry) => [entry.id, entry.customer.name])), [entries])
  const [, , resources] = useAllPages({ query: PlacesToWaitFor, variables: { venueId: venue.id } }, (data) => data.venue?.resources)
  const places = new Map(resources.map(({ id, name }) => [id, name]))
  const weight = list.venue?.policy.rules.waitlistWeights.find(({ factor }) => factor === 'PRIORITY')?.weight ?? 0

  const move = (steps: 1 | -1) => (event: KeyboardEvent) => {
    event.preventDefault()
    const place = rows.findIndex((row) => row.id === selected)
    const id = rows[place === -1 ? (steps === 1 ? 0 : rows.length - 1) : place + steps]?.id
    if (!id) return
    choose(id)
    requestAnimationFrame(() => region.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .entry-name`)?.focus())
  }
  const stop = rows.some((row) => row.id === selected) ? selected : rows[0]?.id
  const lines = useWaitlistKeyLines()
  const close = () => open(undefined)
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={1} size="h2">
            {nav.waitlist}
          </Title>
          {entries && (
            <Text size="sm" c="dimmed">
              {words.count(entries.filter((entry) => entry.status === 'WAITING').length)}
            </Text>
          )}
        </Group>
        <Group gap="xs">
          <ZoneNote zone={zone} />
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open('join')} disabled={!list.venue}>
            {words.join}
          </Button>
          {mayPreview && (
            <Button variant="outline" onClick={() => open('next')} disabled={!list.venue}>
              {words.preview}
            </Button>
          )}
          <WalkInButton />
          <Button variant="subtle" color="slate" aria-pressed={!!past} onClick={() => goTo({ past: past ? undefined : '1' })}>
            {past ? words.hidePast : words.showPast}
          </Button>
          <StaffKeys
            lines={lines}
            bindings={{
              j: move(1),
              k: move(-1),
              ArrowDown: move(1),
              ArrowUp: move(-1),
              a: () => open('join'),
              w: () => mayPreview && open('next'),
              Escape: () => choose(null),
              ...Object.fromEntries(pressed.map((key) => [key, () => void pressIn(region.current?.querySelector('.entry-more') ?? null, key)])),
            }}
          />
        </Group>
      </Group>
      {list.venue && <OrderOfTurns venue={list.venue} usual={usual} />}
      {!entries ? (
        list.error ? (
          <ReadError error={list.error} retry={list.again} />
        ) : (
          <Loading rows={6} height={52} />
        )
      ) : rows.length === 0 ? (
        <Empty icon="waitlist" title={words.empty}>
          {words.emptyText}
        </Empty>
      ) : (
        <div ref={region}>
          <table className="waitlist" aria-label={words.table} data-testid="waitlist">
            <thead>
              <tr>
                {(['turn', 'guest', 'party', 'wish', 'waited', 'why', 'state'] as const).map((column) => (
                  <th key={column} scope="col" className={column === 'party' ? 'number' : undefined}>
                    {words.column[column]}
                  </th>
                ))}
              </tr>
            </thead>
            {days.map(([day, all]) => (
              <tbody key={day}>
                <tr className="day">
                  <th scope="rowgroup" colSpan={7}>
                    <TimeText at={instantOf(day, '12:00', zone)} zone={zone} style="date" bare />
                  </th>
                </tr>
                {all.map((entry) => (
                  <EntryRow
                    key={entry.id}
                    entry={entry}
                    turn={turnOf(entry, all)}
                    zone={zone}
                    place={entry.resourceId ? (places.get(entry.resourceId) ?? entry.resourceId) : undefined}
                    selected={entry.id === selected}
                    stop={entry.id === stop}
                    select={choose}
                    weight={weight}
                    usual={usual}
                    names={names}
                  />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      <Text size="xs" c="dimmed">
        {words.live}
      </Text>
      {opened === 'join' && <JoinDialog close={close} places={resources.filter((resource) => resource.active).sort((a, b) => naturally(a.name, b.name))} />}
      {opened === 'next' && list.venue && (
        <NextDialog
          policyVersionId={list.venue.policy.id}
          waiting={rows.filter((entry) => entry.status === 'WAITING')}
          resources={resources}
          close={close}
        />
      )}
    </Stack>
  )
}
