import { type ReactNode, useSyncExternalStore } from 'react'
import { Icon } from '../../components/icons'
import { across } from './across'
import { useShared } from './Floor'
import { obstacleText } from './naming'
import { nearest, type Target } from './targets'

const none: readonly Target[] = []

/** In a row while something is carried: where it would fit, and where it is held. */
export function RowCarry({ placeId }: { placeId: string }) {
  const { carry, floor } = useShared()
  const targets = useSyncExternalStore(carry.watch, () => carry.get()?.targets.get(placeId) ?? none)
  const at = useSyncExternalStore(carry.watch, () => {
    const target = carry.get()?.at
    return target?.placeId === placeId ? target : null
  })
  const name = useSyncExternalStore(carry.watch, () => carry.get()?.lifted.booking.name)
  const { bounds } = floor
  if (targets.length === 0) return null
  return (
    <>
      {targets.filter((target) => target.obstacles.length === 0 && !target.home).map((target) => (
        <div key={target.from} className="fits" style={across(target, bounds)} aria-hidden="true" />
      ))}
      {at && (
        <div className="ghost" data-kind={at.home ? 'home' : at.obstacles.length ? 'no' : 'yes'} style={across(at, bounds)} aria-hidden="true">
          <Icon name={at.obstacles.length ? 'close' : 'check'} size={14} />
          {name}
        </div>
      )}
    </>
  )
}

/** Beneath a place's name while something is carried: whether it fits there at that time, or why not. Otherwise what stands there anyway. */
export function RowVerdict({ placeId, children }: { placeId: string; children: ReactNode }) {
  const { carry, tongue } = useShared()
  const verdict = useSyncExternalStore(carry.watch, () => {
    const now = carry.get()
    if (!now) return undefined
    const target = nearest(now.targets.get(placeId) ?? none, now.at?.from ?? now.lifted.from)
    return !target ? 'NO_SLOT' : target.home ? 'home' : (target.obstacles[0] ?? (now.sure ? 'fits' : 'maybe'))
  })
  if (verdict === undefined) return children
  const { carry: words } = tongue.words
  const good = verdict === 'fits' || verdict === 'maybe' || verdict === 'home'
  const text = verdict === 'home' ? words.home : verdict === 'fits' || verdict === 'maybe' ? words.fits : obstacleText(verdict, tongue)
  return (
    <span className="verdict" data-verdict={good ? 'yes' : 'no'} title={text}>
      <Icon name={good ? 'check' : 'close'} size={12} />
      {good ? text : (words.short[verdict] ?? text)}
    </span>
  )
}
