import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Loaded } from '../../components/states'
import { ZoneNote } from '../../components/TimeText'
import type { GuestVenueQuery } from '../../gql/guest/graphql'
import { useLanguage } from '../../messages/language'
import { naturally } from '../../messages/order'
import { useServerNow } from '../../time/countdown'
import { zoneCity } from '../../time/format'
import { instantOf } from '../../time/day'
import { deviceZone } from '../../time/device'
import { ChangingNow } from '../booking/ChangingNow'
import { TimeSheet } from '../booking/TimeSheet'
import { Head } from '../page/Head'
import { Urgent } from '../urgent/Urgent'
import { clocksDiffer, longDate } from '../when/date'
import { useGuestWords } from '../words'
import { DayStrip } from './DayStrip'
import { nothingOn } from './nothing'
import { NothingThatDay } from './NothingThatDay'
import { TimeChips, TimeChipsLoading } from './TimeChips'
import { sameTime, type Place, type Time, timesOf } from './times'
import { useDay } from './useDay'
import { boundsOf, useWish } from './wish'
import { WishBar } from './WishBar'

type Venue = NonNullable<GuestVenueQuery['venue']>
export type VenueToBook = Omit<Venue, 'resources'> & { resources: { nodes: readonly Venue['resources']['nodes'][number][] } }

/** Party, day, time: three choices on one page, and what can be had follows them live. */
export function Find({ venue }: { venue: VenueToBook }) {
  const words = useGuestWords()
  const language = useLanguage()
  const zone = venue.timeZone
  const now = useServerNow(20_000)
  const bounds = boundsOf(venue, now)
  const [wish, change] = useWish(bounds)
  const { places, error, again } = useDay(venue.id, wish.day, wish.party)
  const resources = venue.resources.nodes.filter((resource) => resource.active && !resource.walkInOnly && resource.minParty <= wish.party && wish.party <= resource.maxParty).sort((a, b) => naturally(a.name, b.name, language))
  const inPlace = useMemo(() => {
    if (!wish.place) return undefined
    const ids = new Set(venue.resources.nodes.filter((r) => r.id === wish.place || r.area?.id === wish.place).map((r) => r.id))
    return ids.size > 0 ? (place: Place) => ids.has(place.resource.id) : undefined
  }, [venue.resources.nodes, wish.place])
  const times = useMemo(() => places && timesOf(places, wish.party, now, inPlace), [places, wish.party, now, inPlace])
  const nothing = places && times && nothingOn({ places: inPlace ? places.filter(inPlace) : places, times, day: wish.day, today: bounds.today, lastLaidOut: bounds.lastDay, now })
  const chosen = times?.find((time) => wish.at !== undefined && (wish.until ? sameTime(time, { startsAt: wish.at, endsAt: wish.until }) : Date.parse(time.startsAt) === Date.parse(wish.at)))
  const areas = [...new Map(resources.flatMap((r) => (r.area ? [[r.area.id, { id: r.area.id, name: r.area.name }] as const] : []))).values()]
  const date = longDate(instantOf(wish.day, '12:00', zone), zone, language)
  const open = (time: Time) => change({ at: time.startsAt, until: time.endsAt })
  const close = () => change({ at: undefined, until: undefined })
  const own = deviceZone()
  return (
    <Stack gap="lg">
      <div>
        <Head>{venue.name}</Head>
        <ZoneNote zone={zone} at={instantOf(wish.day, '12:00', zone)} />
        {clocksDiffer(zone, own, now) && <Text size="sm" c="dimmed">{words.otherClock(zoneCity(own), zoneCity(zone))}</Text>}
      </div>
      {wish.instead ? <ChangingNow id={wish.instead} /> : <Urgent venue={venue} />}
      <WishBar
        bounds={bounds} party={wish.party} onParty={(party) => change({ party, place: undefined, at: undefined, until: undefined })}
        places={resources} areas={areas} place={wish.place} onPlace={(place) => change({ place, at: undefined, until: undefined })}
      />
      <DayStrip
        venueId={venue.id} bounds={bounds} party={wish.party} day={wish.day} dayIsFree={inPlace || !times ? undefined : times.some((time) => time.state !== 'full')}
        onDay={(day) => change({ day, at: undefined, until: undefined })}
      />
      <section aria-label={words.find.times(date)} data-testid="times">
        <Text component="h2" fw={650} mb="xs">{date}</Text>
        <Loaded of={{ data: times, fetching: !times, error }} retry={again} loading={<TimeChipsLoading />}>
          {(list) => (
            <Stack>
              {nothing && inPlace && nothing !== 'past' && nothing !== 'notYet' ? (
                <Alert variant="light" color="slate" title={words.find.nothingHere}>
                  <Button variant="outline" onClick={() => change({ place: undefined })}>{words.find.otherPlaces}</Button>
                </Alert>
              ) : (
                nothing && (
                  <NothingThatDay
                    why={nothing} venueId={venue.id} zone={zone} day={wish.day} party={wish.party} today={bounds.today} lastDay={bounds.lastDay}
                    onDay={(day) => change({ day, at: undefined, until: undefined })}
                  />
                )
              )}
              <TimeChips times={list} zone={zone} label={words.find.times(date)} onTime={open} />
            </Stack>
          )}
        </Loaded>
      </section>
      <TimeSheet venue={venue} party={wish.party} time={chosen} times={times ?? []} place={wish.place} instead={wish.instead} onTime={open} onClose={close} />
    </Stack>
  )
}
