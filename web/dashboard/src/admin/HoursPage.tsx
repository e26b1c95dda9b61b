import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { useAllPages } from '../api/useAllPages'
import { Loaded, NotFound } from '../components/states'
import { useLanguage } from '../messages/language'
import { useVenue } from '../shell/venue'
import { useMay } from '../shell/Viewer'
import { useAddress } from '../shell/useAddress'
import { serverNow } from '../api/clock'
import { addDays, dayOf } from '../time/day'
import { PageHead } from './frame/PageHead'
import { ClockChanges } from './hours/ClockChanges'
import { HolidaysQuery, HoursQuery } from './hours/documents'
import { Holidays } from './hours/Holidays'
import { LeftOver } from './hours/LeftOver'
import { RulesEditor } from './hours/RulesEditor'
import { ScopePicker } from './hours/ScopePicker'
import { inOrder } from './resources/place'
import { useAdminWords } from './words'

/** What a venue opens by, with what a change would do before it is saved. */
export function HoursPage() {
  const { hours: words } = useAdminWords()
  const { id, timeZone } = useVenue()
  const may = useMay('venue:manage')
  const [{ of = '' }, setAddress] = useAddress()
  const [answer, again, all] = useAllPages({ query: HoursQuery, variables: { venueId: id } }, (data) => data.venue?.resources)
  const language = useLanguage()
  const places = useMemo(() => inOrder(all, language), [all, language])
  const today = dayOf(serverNow(), timeZone)
  const last = addDays(today, 364)
  const [calendar, readCalendar] = useQuery({ query: HolidaysQuery, variables: { venueId: id, from: today, to: last } })
  const holidays = useMemo(() => calendar.data?.holidays.days ?? [], [calendar.data])
  const refresh = () => {
    again({ requestPolicy: 'network-only' })
    readCalendar({ requestPolicy: 'network-only' })
  }
  return (
    <Stack>
      <PageHead title={words.title}>{words.text}</PageHead>
      <Loaded of={answer} retry={again}>
        {({ venue, clockChanges }) => {
          if (!venue) return <NotFound />
          const place = places.find((one) => one.id === of)
          return (
            <>
              <LeftOver venue={venue} />
              <ScopePicker
                venue={venue}
                places={places}
                chosen={place?.id ?? ''}
                choose={(next) => setAddress({ of: next }, { keep: true })}
                refresh={refresh}
              />
              <RulesEditor
                key={`${venue.id} ${place?.id ?? ''}`}
                venue={venue}
                places={places}
                place={place}
                today={today}
                last={last}
                holidays={holidays}
                clockChanges={clockChanges}
                may={may}
              />
              <div className="aside">
                {!place && <Holidays venue={venue} calendar={calendar.data?.holidays} changed={refresh} may={may} />}
                <ClockChanges changes={clockChanges} zone={venue.timeZone} />
              </div>
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}
