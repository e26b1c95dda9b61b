import { Text } from '@mantine/core'
import { useId } from 'react'
import type { Place } from '../find/times'
import { useGuestWords } from '../words'

interface Props {
  /** Bookable places, the best fitting first. */
  places: readonly Place[]
  value: string
  onChange: (slotId: string) => void
  /** A place was asked for beforehand, so there is nothing to choose. */
  fixed: string | undefined
}

/** Which table, doctor or seat; the best fitting is taken where nobody minds. */
export function PlaceChoice({ places, value, onChange, fixed }: Props) {
  const { hold } = useGuestWords()
  const id = useId()
  const best = places[0]
  if (!best) return null
  if (places.length === 1 || fixed === best.resource.id) return <Text>{best.resource.name}</Text>
  return (
    <div>
      <label className="field-label" htmlFor={id}>{hold.whichPlace}</label>
      <select className="field" style={{ width: '100%' }} id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {places.map((place) => (
          <option key={place.slotId} value={place.slotId}>{place === best ? hold.best(place.resource.name) : place.resource.name}</option>
        ))}
      </select>
    </div>
  )
}
