import { createContext, useContext } from 'react'
import type { Carry } from './Carry'
import type { FloorDay } from './FloorDay'
import type { Moves } from './Moves'
import type { Tongue } from './naming'

/** What all parts of the floor share. It is the same object as long as the day, the language and the venue are. */
export interface Shared {
  floor: FloorDay
  carry: Carry
  moves: Moves
  tongue: Tongue
}

export const FloorContext = createContext<Shared | null>(null)

export function useShared(): Shared {
  const shared = useContext(FloorContext)
  if (!shared) throw new Error('no floor above this')
  return shared
}
