import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '../../api/clock'
import { announce } from '../../components/announce'
import { Empty, ReadError } from '../../components/states'
import { enumWords, shellWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { useWords } from '../../messages/words'
import type { Search } from '../../routes'
import { useVenue } from '../../shell/venue'
import { dayOf, type Day } from '../../time/day'
import { BookingDrawer } from './BookingDrawer'
import { Carry } from './Carry'
import { CarryBar } from './CarryBar'
import { DayList } from './DayList'
import { FloorContext, type Shared } from './Floor'
import { FloorSkeleton } from './FloorSkeleton'
import { type Chosen, FreeTime } from './FreeTime'
import { Grid, type GridHandle } from './Grid'
import { Moves } from './Moves'
import { MovesTray } from './MovesTray'
import { obstacleText, type Tongue, whereText } from './naming'
import { readObstacles } from './read'
import { usualZoom, zooms } from './scale'
import { Toolbar, type View } from './Toolbar'
import { useFloorDay } from './useFloorDay'
import { useTimelineWords } from './words'
import './timeline.css'

const isDay = (text: string | undefined): text is Day => !!text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The floor of a day: places by time, live. */
export function TimelinePage() {
  const venue = useVenue()
  const zone = venue.timeZone
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const small = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [today] = useState(() => dayOf(serverNow(), zone))
  const day = isDay(search.day) ? search.day : today
  const view: View = search.view === 'grid' || search.view === 'list' ? search.view : small ? 'list' : 'grid'
  const zoom = Math.min(zooms.length - 1, Math.max(0, Number.parseInt(search.zoom ?? '', 10) || (search.zoom === '0' ? 0 : usualZoom)))
  const withOver = search.finished === '1'
  const go = useCallback(
    (change: Record<string, string | undefined>) => void navigate({ to: '.', search: (was) => ({ ...was, ...change }) as Search, replace: true }),
    [navigate],
  )

  const { floor, ready, error, again } = useFloorDay(venue.id, zone, day)
  useEffect(() => floor.showOver(withOver), [floor, withOver])

  const language = useLanguage()
  const words = useTimelineWords()
  const { party } = useWords(shellWords)
  const { problem } = useWords(enumWords)
  const tongue = useMemo<Tongue>(
    () => ({ language, words, zone, party, problem: (code) => (problem as Record<string, string>)[code] ?? code }),
    [language, words, zone, party, problem],
  )
  const moves = useMemo(() => new Moves(), [])
  const carry = useMemo(() => new Carry(floor, serverNow, (size) => readObstacles(venue.id, day, size)), [floor, venue.id, day])
  useEffect(() => () => carry.putBack(), [carry])
  const shared = useMemo<Shared>(() => ({ floor, carry, moves, tongue }), [floor, carry, moves, tongue])

  const grid = useRef<GridHandle>(null)
  const [booking, open] = useState<{ id: string; opened: boolean } | null>(null)
  const [free, chooseFree] = useState<Chosen | null>(null)
  const onOpen = useCallback((id: string) => open({ id, opened: true }), [])
  const onFree = useCallback(
    (placeId: string, slotId: string) => {
      const place = floor.place(placeId)
      const slot = floor.slotsOf(placeId).find((one) => one.id === slotId)
      if (place && slot) chooseFree({ place, slot })
    },
    [floor],
  )

  const putBack = useCallback(() => {
    const now = carry.get()
    carry.putBack()
    if (now) announce(words.carry.putBack(now.lifted.booking.name))
  }, [carry, words])

  const drop = useCallback(() => {
    const now = carry.get()
    if (!now) return
    const { lifted, at } = now
    if (!at || at.home) return putBack()
    carry.putBack()
    const where = whereText(floor.place(at.placeId), at, tongue)
    const [obstacle] = at.obstacles
    const from = { placeId: lifted.placeId, from: lifted.from, until: lifted.until, slotIds: lifted.booking.slots.map((slot) => slot.id) }
    moves.add({ id: crypto.randomUUID(), booking: lifted.booking, from, to: at, seen: lifted.booking.version, ...(obstacle ? { obstacle } : {}) })
    announce(obstacle ? words.carry.refusedHere(where, obstacleText(obstacle, tongue)) : words.carry.sent(lifted.booking.name, where))
  }, [carry, floor, moves, putBack, tongue, words])

  const onCarry = useCallback(
    (id: string) => {
      const bar = floor.bars().find((one) => one.booking.id === id)
      if (!bar) return
      if (view === 'list') go({ view: 'grid' })
      setTimeout(() => {
        carry.lift(bar, 'keys')
        grid.current?.show(Math.max(floor.bounds.from, bar.from - 3_600_000))
        document.querySelector<HTMLElement>(`[data-key="${CSS.escape(bar.key)}"]`)?.focus()
      }, 50)
    },
    [carry, floor, go, view],
  )

  const { sections } = floor
  return (
    <FloorContext value={shared}>
      <div className="timeline" data-view={view}>
        <Toolbar
          day={day} view={view} zoom={zoom} withOver={withOver} onDay={(next) => go({ day: next === today ? undefined : next })} onView={(next) => go({ view: next })}
          onZoom={(next) => go({ zoom: String(next) })} onOver={(next) => go({ finished: next ? '1' : undefined })} onNow={() => grid.current?.show(serverNow() - 3_600_000)}
        />
        {error && !ready ? (
          <ReadError error={error} retry={again} />
        ) : !ready ? (
          <FloorSkeleton />
        ) : sections.length === 0 ? (
          <Empty title={words.noPlaces.title} icon="resources">{words.noPlaces.text}</Empty>
        ) : view === 'list' ? (
          <DayList onOpen={onOpen} />
        ) : (
          <Grid ref={grid} venue={venue} day={day} sections={sections} zoom={zoom} onOpen={onOpen} onFree={onFree} onDrop={drop} onPutBack={putBack} />
        )}
        <CarryBar onPut={drop} onBack={putBack} />
        <MovesTray />
      </div>
      <BookingDrawer id={booking?.id ?? null} opened={!!booking?.opened} venueCode={venue.code} onClose={() => open((was) => was && { ...was, opened: false })} onCarry={onCarry} />
      {free && <FreeTime key={free.slot.id} at={free} close={() => chooseFree(null)} />}
    </FloorContext>
  )
}
