import type { ResourceKind } from '../../gql/enums'
import { naturally } from '../../messages/order'

/** What a form holds of a place. */
export interface PlaceValues {
  name: string
  kind: ResourceKind
  capacity: number
  minParty: number
  maxParty: number
  areaId: string
  walkInOnly: boolean
  combines: string[]
  active: boolean
}

type PlaceFault = 'name' | 'party' | 'combines' | 'capacity'

/** What is wrong with a place that is known without asking the server. */
export function faultsOf(values: PlaceValues): PlaceFault[] {
  const faults: PlaceFault[] = []
  if (!values.name.trim()) faults.push('name')
  if (!(values.minParty >= 1) || !(values.maxParty >= values.minParty)) faults.push('party')
  if (values.combines.length === 1) faults.push('combines')
  if (values.kind === 'POOLED' && !(values.capacity >= 1 && values.capacity <= 100_000)) faults.push('capacity')
  return faults
}

/** Places in the order in which people look for them: in use first, then by name with numbers as numbers. */
export function inOrder<P extends { name: string; active: boolean }>(places: readonly P[], language: string): P[] {
  return places.toSorted((a, b) => Number(b.active) - Number(a.active) || naturally(a.name, b.name, language))
}
