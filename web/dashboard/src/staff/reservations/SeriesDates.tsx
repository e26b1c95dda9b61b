import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../../components/StatusBadge'
import { TimeText } from '../../components/TimeText'
import type { StaffOneReservationQuery } from '../../gql/staff/graphql'
import { useReservationWords } from './words'

type Series = NonNullable<NonNullable<StaffOneReservationQuery['reservation']>['series']>

/** The other dates of a recurring booking. */
export function SeriesDates({ series, self, zone, venue }: { series: Series; self: string; zone: string; venue: string }) {
  const words = useReservationWords().page
  return (
    <section className="panel" aria-labelledby="series">
      <h2 id="series">
        {words.series}: {words.seriesOf(series.reservations.length)}
      </h2>
      <Text size="xs" c="dimmed" ff="monospace">
        {series.rule}
      </Text>
      <ul className="attempts">
        {series.reservations.map((one) => {
          const time = one.slots[0] && <TimeText at={one.slots[0].startsAt} zone={zone} style="dateTime" />
          return (
            <li key={one.id}>
              {one.id === self ? (
                <Text size="sm" fw={600} span>
                  {time} ({words.thisOne})
                </Text>
              ) : (
                <Anchor size="sm" renderRoot={(props) => <Link to="/v/$venue/reservations/$id" params={{ venue, id: one.id }} {...props} />}>
                  {time}
                </Anchor>
              )}{' '}
              <StatusBadge of="reservationStatus" value={one.status} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
