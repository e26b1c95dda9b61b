import { keep, recall, stored } from '../api/keys'
import { watched } from '../api/observable'

/** How close staff's rows stand. */
export type Density = 'compact' | 'comfortable'

export const density = watched<Density>(recall(stored.density) === 'comfortable' ? 'comfortable' : 'compact')

export function setDensity(next: Density): void {
  keep(stored.density, next)
  density.set(next)
}
