import { memo, useEffect, useState } from 'react'
import type { Day } from '../../time/day'
import { across } from './across'
import { useShared } from './Floor'
import { clockText } from './naming'
import { type Arrival, readArrivals } from './read'

const notOftenerThan = 2_000

/** Who arrives when, at the foot of the floor: parties in each quarter of an hour, and how many may. */
export const Arrivals = memo(function Arrivals({ venueId, day }: { venueId: string; day: Day }) {
  const { floor, tongue } = useShared()
  const { words } = tongue
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const read = async () => {
      timer = undefined
      const list = await readArrivals(venueId, day).catch(() => undefined)
      if (list && !gone) setArrivals(list)
    }
    void read()
    const off = floor.watch(() => (timer ??= setTimeout(() => void read(), notOftenerThan)))
    return () => {
      gone = true
      clearTimeout(timer)
      off()
    }
  }, [floor, venueId, day])
  const most = Math.max(1, ...arrivals.map((arrival) => arrival.parties))
  return (
    <div role="row" className="floor-foot">
      <div role="rowheader" className="floor-name" title={words.arrivalsHelp}>
        <b>{words.arrivals}</b>
      </div>
      <div className="floor-track" role="none">
        {arrivals.map((arrival) => {
          const from = Date.parse(arrival.from)
          const limit = arrival.mostParties
          const crowded = (limit != null && arrival.parties > limit) || (arrival.mostCovers != null && arrival.covers > arrival.mostCovers)
          const full = crowded || (limit != null && arrival.parties >= limit) || (arrival.mostCovers != null && arrival.covers >= arrival.mostCovers)
          const name = [
            words.arrival(clockText(from, tongue), arrival.parties, arrival.covers), limit != null && words.arrivalOf(limit), arrival.mostCovers != null && words.arrivalCoversOf(arrival.mostCovers),
            crowded ? words.arrivalOver : full && words.arrivalFull,
          ].filter(Boolean).join(', ')
          return (
            <div
              key={arrival.from} role="gridcell" className="arrival" aria-label={name} title={name} data-full={full || undefined} data-over={crowded || undefined}
              style={across({ from, until: Date.parse(arrival.until) }, floor.bounds)}
            >
              <i style={{ height: `calc(${Math.min(1, arrival.parties / (limit ?? most)).toFixed(3)} * (100% - 1.125rem))` }} aria-hidden="true" />
              <span aria-hidden="true">{limit == null ? arrival.parties : `${arrival.parties}/${limit}`}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
})
