import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Icon } from '../../components/icons'
import { useLanguage } from '../../messages/language'
import { addDays, dayOf } from '../../time/day'
import { longDate } from '../when/date'
import { useGuestWords } from '../words'
import { GuestHoliday, GuestNextFree } from './asked'
import type { Nothing } from './nothing'

/** Availability is asked for 62 days at most. */
const farthest = 61

interface Props {
  why: Nothing
  venueId: string
  zone: string
  day: string
  party: number
  today: string
  lastDay: string
  onDay: (day: string) => void
}

/** Why a day has nothing to take, and the next one that has. */
export function NothingThatDay({ why, venueId, zone, day, party, today, lastDay, onDay }: Props) {
  const words = useGuestWords().find
  const language = useLanguage()
  const from = addDays(day < today ? today : day, 1)
  const useless = why === 'tooLarge' || why === 'tooSmall'
  const to = lastDay < addDays(from, farthest) ? lastDay : addDays(from, farthest)
  const [next] = useQuery({ query: GuestNextFree, variables: { venueId, from, to, partySize: party }, pause: useless || from > lastDay, requestPolicy: 'network-only' })
  const [holiday] = useQuery({ query: GuestHoliday, variables: { venueId, day }, pause: why !== 'closed' })
  const closed = holiday.data?.holidays.days.find((one) => one.closed)
  const first = next.data?.availability.nodes[0]
  return (
    <Alert variant="light" color="slate" icon={<Icon name="info" />} title={why === 'full' ? words.allFull : words.nothing[why]} data-testid="nothing-that-day" data-why={why}>
      {closed && (
        <Text size="sm">
          {words.holiday(closed.localName)} <span className="zone">{holiday.data?.holidays.attribution}</span>
        </Text>
      )}
      {!useless &&
        (first ? (
          <Button variant="outline" mt="xs" rightSection={<Icon name="forward" size={18} />} onClick={() => onDay(dayOf(first.startsAt, zone))}>
            {words.nextDay(longDate(first.startsAt, zone, language))}
          </Button>
        ) : (
          <Text size="sm">{next.fetching ? words.lookingAhead : words.noNextDay}</Text>
        ))}
    </Alert>
  )
}
