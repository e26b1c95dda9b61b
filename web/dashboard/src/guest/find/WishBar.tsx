import { ActionIcon, Text } from '@mantine/core'
import { Icon } from '../../components/icons'
import { useGuestWords } from '../words'
import type { Bounds } from './wish'
import './WishBar.css'

interface Named {
  id: string
  name: string
}

interface Props {
  bounds: Bounds
  party: number
  onParty: (party: number) => void
  places: readonly Named[]
  areas: readonly Named[]
  place: string | undefined
  onPlace: (place: string | undefined) => void
}

/** For how many, and where. */
export function WishBar({ bounds, party, onParty, places, areas, place, onPlace }: Props) {
  const { find, people, party: partyName, place: placeName } = useGuestWords()
  return (
    <div className="wish">
      {bounds.maxParty > bounds.minParty ? (
        <div className="wish-party" role="group" aria-label={partyName}>
          <ActionIcon variant="default" onClick={() => onParty(party - 1)} disabled={party <= bounds.minParty} aria-label={find.fewer}><Minus /></ActionIcon>
          <Text component="output" fw={600} aria-live="polite" data-testid="party">{people(party)}</Text>
          <ActionIcon variant="default" onClick={() => onParty(party + 1)} disabled={party >= bounds.maxParty} aria-label={find.more}><Icon name="plus" /></ActionIcon>
        </div>
      ) : (
        <Text c="dimmed">{find.partyOnly(party)}</Text>
      )}
      {places.length > 1 && (
        <select className="field wish-place" aria-label={placeName} value={place ?? ''} onChange={(event) => onPlace(event.currentTarget.value || undefined)}>
          <option value="">{find.anyPlace}</option>
          {areas.length > 0 && <optgroup label={find.areas}>{areas.map(option)}</optgroup>}
          <optgroup label={find.places}>{places.map(option)}</optgroup>
        </select>
      )}
    </div>
  )
}

const option = ({ id, name }: Named) => <option key={id} value={id}>{name}</option>

const Minus = () => (
  <svg viewBox="0 0 24 24" width={20} height={20} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" aria-hidden="true">
    <path d="M5 12h14" />
  </svg>
)
