import { memo } from 'react'
import { Icon } from '../../components/icons'
import { serverNow } from '../../api/clock'
import { across } from './across'
import { useShared } from './Floor'
import type { Bar, Place } from './kinds'
import { barName, clockText } from './naming'

/** A booking in its row. Pointer and keys are heard by the grid, so a bar is only drawn. */
export const BarCell = memo(function BarCell({ bar, place }: { bar: Bar; place: Place }) {
  const { floor, tongue } = useShared()
  const { booking } = bar
  const { from: start, until: end } = floor.bounds
  const name = barName(bar, place, serverNow(), tongue)
  const holds = booking.expiresAt !== null
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      className="bar"
      aria-label={name}
      data-key={bar.key}
      data-booking={booking.id}
      data-look={bar.look}
      data-late={bar.late || undefined}
      data-conflict={bar.conflict || undefined}
      data-open={bar.open || booking.inHand || undefined}
      data-before={bar.from < start || undefined}
      data-after={bar.until > end || undefined}
      data-since={holds ? booking.createdAt : undefined}
      data-until={holds ? booking.expiresAt : undefined}
      style={{ ...across(bar, floor.bounds), top: `calc(${bar.lane} * var(--lane-height) + 3px)` }}
    >
      <span className="bar-what" aria-hidden="true">
        {(bar.open || booking.inHand) && <span className="bar-busy" />}
        {bar.look === 'seated' && <Icon name="check" size={13} />}
        {(bar.conflict || bar.late) && <Icon name={bar.conflict ? 'warning' : 'hours'} size={13} />}
        <b>{booking.name}</b>
        <span className="bar-party">{booking.partySize}</span>
        <span className="bar-more">
          {clockText(bar.from, tongue)}
          {bar.late && ` · ${tongue.words.late}`}
          {bar.withdrawn && ` · ${tongue.words.withdrawn}`}
          {booking.requested && ` · ${tongue.words.requested}`}
        </span>
        {holds && <span className="bar-age" />}
      </span>
      {holds && <i className="bar-left" aria-hidden="true" />}
    </div>
  )
})
