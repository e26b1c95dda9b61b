import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '../api/clock'
import { Icon } from '../components/icons'
import { Empty, Loading, ReadError } from '../components/states'
import { TimeText, ZoneNote } from '../components/TimeText'
import type { ReservationRowFragment } from '../gql/staff/graphql'
import { shellWords } from '../messages/catalogues'
import { useLanguage } from '../messages/language'
import { number, useWords } from '../messages/words'
import { useVenue } from '../shell/venue'
import { useMay } from '../shell/Viewer'
import { useAddress } from '../shell/useAddress'
import { useServerNow } from '../time/countdown'
import { addDays, clockChange, dayBounds, dayOf } from '../time/day'
import { MoveDialog } from './acts/MoveDialog'
import type { ReservationAct } from './acts/possible'
import { aboutReservation } from './acts/ReservationActs'
import { CancelDialog, CorrectDialog } from './acts/ReservationDialogs'
import { pressIn } from './keyboard/KeyButton'
import { StaffKeys } from './keyboard/StaffKeys'
import { DayPicker } from './reservations/DayPicker'
import { OtherDays } from './reservations/OtherDays'
import { ReservationRow } from './reservations/ReservationRow'
import { ShowFilter } from './reservations/ShowFilter'
import { belongsTo, byHour, fits, inOrder, isShowing } from './reservations/sorting'
import { useDayOfReservations } from './reservations/useDayOfReservations'
import { useReservationKeyLines } from './reservations/useReservationKeyLines'
import { useReservationWords } from './reservations/words'
import { WalkInButton } from './walkin/WalkInDialog'
import './reservations/reservations.css'

/** Keys that press a button of the selected row. */
const pressed = ['c', 'n', 'f', 'm', 'd', 'r'] as const
/** From so many letters on a search looks on other days too. */
const searchFrom = 2

/** The reservations of a day by hour: who comes, who is late, who is seated, and the next step with each by one key. */
export function ReservationsPage() {
  const venue = useVenue()
  const zone = venue.timeZone
  const words = useReservationWords()
  const { nav } = useWords(shellWords)
  const language = useLanguage()
  const address = useSearch({ strict: false })
  const [, goTo] = useAddress()
  const navigate = useNavigate()
  const [today] = useState(() => dayOf(serverNow(), zone))
  const day = /^\d{4}-\d\d-\d\d$/.test(address.day ?? '') ? address.day! : today
  const showing = isShowing(address.show) ? address.show : 'all'
  const [search, look] = useState(address.q ?? '')
  const { known, soFar, error, again } = useDayOfReservations(venue.id, day, zone)
  const now = useServerNow(15_000)
  const mayCorrect = useMay('reservation:correct')
  const table = useRef<HTMLTableElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const [selected, choose] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ act: ReservationAct; id: string; seen: number } | undefined>()
  const ask = useCallback(
    (act: ReservationAct, reservation: ReservationRowFragment) => setAsking({ act, id: reservation.id, seen: reservation.version }),
    [],
  )

  useEffect(() => {
    const timer = setTimeout(() => search !== (address.q ?? '') && goTo({ q: search.trim() }), 300)
    return () => clearTimeout(timer)
  }, [search, address.q, goTo])

  const all = useMemo(() => inOrder(known?.values() ?? []), [known])
  const places = useMemo(() => new Map(all.flatMap((one) => one.slots.map((slot) => [slot.resource.id, slot.resource.name] as const))), [all])
  const found = useMemo(
    () => all.filter((one) => fits(one, search) && (!address.place || one.slots.some((slot) => slot.resource.id === address.place))),
    [all, search, address.place],
  )
  const rows = found.filter((one) => belongsTo(one, showing, now))
  const hours = byHour(rows, zone)
  const covers = rows.filter((one) => !belongsTo(one, 'over', now)).reduce((sum, one) => sum + one.partySize, 0)
  const asked = asking && known?.get(asking.id)

  const focusRow = (id: string | undefined) => {
    if (!id) return
    choose(id)
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .reservation-name`)?.focus())
  }
  const move = (steps: 1 | -1) => (event: KeyboardEvent) => {
    event.preventDefault()
    const place = rows.findIndex((row) => row.id === selected)
    focusRow(rows[place === -1 ? (steps === 1 ? 0 : rows.length - 1) : place + steps]?.id)
  }
  const press = (key: string) => () => {
    if (selected) pressIn(table.current?.querySelector(`[data-row="${CSS.escape(selected)}"]`) ?? null, key)
  }
  const go = (to: string) => goTo({ day: to === today ? undefined : to })
  const stop = rows.some((row) => row.id === selected) ? selected : rows[0]?.id
  const lines = useReservationKeyLines()
  const close = () => setAsking(undefined)
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={1} size="h2">
            {nav.reservations}
          </Title>
          {known && (
            <Text size="sm" c="dimmed">
              {words.rows(rows.length)} · {words.covers(covers)}
            </Text>
          )}
        </Group>
        <Group gap="xs">
          <ZoneNote zone={zone} at={dayBounds(day, zone).start} />
          <WalkInButton />
          <StaffKeys
            lines={lines}
            bindings={{
              j: move(1),
              k: move(-1),
              ArrowDown: move(1),
              ArrowUp: move(-1),
              '/': (event) => (event.preventDefault(), searchField.current?.focus()),
              h: () => go(addDays(day, -1)),
              l: () => go(addDays(day, 1)),
              t: () => go(today),
              o: () => selected && void navigate({ to: '/v/$venue/reservations/$id', params: { venue: venue.code, id: selected } }),
              ...Object.fromEntries(pressed.map((key) => [key, press(key)])),
            }}
          />
        </Group>
      </Group>
      <Group gap="sm" align="end">
        <DayPicker day={day} zone={zone} go={go} />
        <TextInput
          ref={searchField}
          type="search"
          aria-label={words.search}
          placeholder={words.searchPlaceholder}
          title={words.searchHelp}
          aria-keyshortcuts="/"
          leftSection={<Icon name="search" size={16} />}
          w="18rem"
          value={search}
          maxLength={60}
          onChange={(event) => look(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              look('')
              event.currentTarget.blur()
            }
            if (event.key === 'Enter' || event.key === 'ArrowDown') {
              event.preventDefault()
              focusRow(rows[0]?.id)
            }
          }}
        />
        {places.size > 1 && (
          <Select
            aria-label={words.place}
            w="11rem"
            value={address.place ?? ''}
            allowDeselect={false}
            searchable={places.size > 12}
            onChange={(place) => goTo({ place })}
            data={[
              { value: '', label: words.anyPlace },
              ...[...places].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
            ]}
          />
        )}
      </Group>
      <ShowFilter
        showing={showing}
        count={known && ((one) => found.filter((row) => belongsTo(row, one, now)).length)}
        show={(one) => goTo({ show: one === 'all' ? undefined : one })}
      />
      {clockChange(day, zone) !== 0 && (
        <Text size="sm" c="dimmed">
          {words.clockChange(number(language, 24 + clockChange(day, zone)))}
        </Text>
      )}
      {!known ? (
        error ? (
          <ReadError error={error} retry={again} />
        ) : (
          <Loading rows={8} height={40} {...(soFar ? { what: words.loadedOf(soFar) } : {})} />
        )
      ) : rows.length === 0 ? (
        all.length === 0 ? (
          <Empty icon="reservations" title={words.empty}>
            {words.emptyText}
          </Empty>
        ) : (
          <Empty
            icon="search"
            title={words.noneFound}
            action={
              <Button variant="outline" onClick={() => (look(''), goTo({ q: '', show: '', place: '' }))}>
                {words.clear}
              </Button>
            }
          >
            {words.noneFoundText}
          </Empty>
        )
      ) : (
        <table ref={table} className="reservations" aria-label={words.table}>
          <thead>
            <tr>
              {(['time', 'guest', 'party', 'place', 'state', 'acts'] as const).map((column) => (
                <th key={column} scope="col" className={column === 'party' ? 'number' : undefined}>
                  {words.column[column]}
                </th>
              ))}
            </tr>
          </thead>
          {hours.map((hour) => (
            <tbody key={hour.at}>
              <tr className="hour">
                <th scope="rowgroup" colSpan={6}>
                  <TimeText at={hour.at} zone={zone} bare />
                  {hour.repeated && ` (${words.repeated})`}
                </th>
              </tr>
              {hour.rows.map((row) => (
                <ReservationRow
                  key={row.id}
                  reservation={row}
                  zone={zone}
                  venue={venue.code}
                  selected={row.id === selected}
                  stop={row.id === stop}
                  select={choose}
                  ask={ask}
                  now={now}
                  mayCorrect={mayCorrect}
                />
              ))}
            </tbody>
          ))}
        </table>
      )}
      {(address.q?.length ?? 0) >= searchFrom && <OtherDays venueId={venue.id} venue={venue.code} zone={zone} search={address.q!} day={day} />}
      {asked && asking.act === 'moveReservation' && (
        <MoveDialog reservation={asked} seen={asking.seen} about={aboutReservation(asked)} close={close} />
      )}
      {asked && asking.act === 'cancelReservation' && (
        <CancelDialog reservation={asked} seen={asking.seen} about={aboutReservation(asked)} close={close} />
      )}
      {asked && asking.act === 'correctReservation' && (
        <CorrectDialog reservation={asked} seen={asking.seen} about={aboutReservation(asked)} close={close} />
      )}
    </Stack>
  )
}
