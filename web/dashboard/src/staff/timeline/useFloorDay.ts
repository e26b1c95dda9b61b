import type { CombinedError } from '@urql/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '../../api/clock'
import { useWatched } from '../../api/observable'
import { useFeed } from '../../api/useFeed'
import { memory } from '../../commands/ledger'
import { dayBounds, type Day } from '../../time/day'
import { BookingsChanged, OffersChanged, SlotsChanged } from './documents'
import { FloorDay } from './FloorDay'
import { bookingOf, slotOf } from './fromApi'
import { ReadFailed, readBookings, readOffers, readPlaces, readSlots } from './read'

export interface Floor {
  floor: FloorDay
  /** All lists have been read at least once. */
  ready: boolean
  error: CombinedError | undefined
  /** Reads everything again. */
  again: () => void
}

const tickEvery = 15_000
const placesEvery = 60_000
/** Streams that do not stand by then are not waited for. */
const patience = 1_500

type Part = 'places' | 'bookings' | 'slots' | 'offers'

/** The floor of a day at a venue, kept up to date as long as it is shown. */
export function useFloorDay(venueId: string, zone: string, day: Day): Floor {
  const floor = useMemo(() => {
    const { start, end } = dayBounds(day, zone)
    return new FloorDay({ from: start, until: end }, serverNow)
  }, [day, zone])
  const [error, setError] = useState<CombinedError>()
  const [there, setThere] = useState<{ floor: FloorDay; parts: ReadonlySet<Part> }>({ floor, parts: new Set() })
  const latest = useRef(new Map<Part, number>())
  const standing = useRef(new Set<Part>())

  const read = useCallback(
    (part: Part) => {
      const turn = (latest.current.get(part) ?? 0) + 1
      latest.current.set(part, turn)
      const { mark, bounds } = floor
      const work: Record<Part, () => Promise<() => void>> = {
        places: () => readPlaces(venueId).then(({ places, areas, pauses }) => () => (floor.setPlaces(places, areas), floor.setPauses(pauses))),
        bookings: () => readBookings(venueId, bounds).then((list) => () => floor.setBookings(list, mark)),
        slots: () => readSlots(venueId, day).then((list) => () => floor.setSlots(list, mark)),
        offers: () => readOffers(venueId).then((list) => () => floor.setOffers(list, mark)),
      }
      void work[part]()
        .then((take) => {
          if (latest.current.get(part) !== turn) return
          take()
          setError(undefined)
          setThere((was) => (was.floor === floor && was.parts.has(part) ? was : { floor, parts: new Set(was.floor === floor ? was.parts : []).add(part) }))
        })
        .catch((reason: unknown) => {
          if (reason instanceof ReadFailed && latest.current.get(part) === turn) setError(reason.error)
        })
    },
    [floor, venueId, day],
  )

  const again = useCallback(() => {
    for (const part of ['places', 'bookings', 'slots', 'offers'] as const) read(part)
  }, [read])

  // The places at once; what changes by the minute once its stream stands, so that nothing falls between the list and the stream. A stream of the
  // whole venue goes on standing when another day is looked at; that of one day's slots begins anew and says so.
  useEffect(() => {
    const turnsBefore = new Map(latest.current)
    read('places')
    for (const part of ['bookings', 'offers'] as const) if (standing.current.has(part)) read(part)
    const timers = [setInterval(() => floor.tick(), tickEvery), setInterval(() => document.visibilityState === 'visible' && read('places'), placesEvery)]
    const late = setTimeout(() => {
      for (const part of ['bookings', 'slots', 'offers'] as const) if (latest.current.get(part) === turnsBefore.get(part)) read(part)
    }, patience)
    const turns = latest.current
    return () => {
      for (const timer of timers) clearInterval(timer)
      clearTimeout(late)
      // An answer that comes after this belongs to another day.
      for (const [part, turn] of turns) turns.set(part, turn + 1)
    }
  }, [floor, read])

  useFeed(BookingsChanged, { venueId }, {
    onReload: () => (standing.current.add('bookings'), read('bookings')),
    onChange: (event) => event.reservation && floor.heardBooking(bookingOf(event.reservation)),
  })
  useFeed(SlotsChanged, { venueId, day }, {
    onReload: () => read('slots'),
    onChange: (event) => event.slot && floor.heardSlot(slotOf(event.slot)),
  })
  useFeed(OffersChanged, { venueId }, {
    onReload: () => (standing.current.add('offers'), read('offers')),
    onChange: (event) => event.offer && floor.heardOffer({ id: event.offer.id, version: event.offer.version, holdId: event.offer.hold.id }, event.offer.status === 'OFFERED'),
  })

  const { open } = useWatched(memory)
  useEffect(() => floor.setOpen(new Set(Object.keys(open))), [floor, open])

  const parts = there.floor === floor ? there.parts : undefined
  return { floor, ready: !!parts && parts.has('places') && parts.has('bookings') && parts.has('slots'), error, again }
}
