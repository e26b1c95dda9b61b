import { keep, recall, stored } from '../../api/keys'
import { useWatched, watched } from '../../api/observable'

/** Whether single keys do something. People who steer by voice, or whose hands slip, turn them off; the browser remembers it. */
export const singleKeys = watched<boolean>(recall(stored.shortcuts) !== 'off')

export function turnSingleKeys(on: boolean): void {
  keep(stored.shortcuts, on ? 'on' : 'off')
  singleKeys.set(on)
}

export const useSingleKeys = (): boolean => useWatched(singleKeys)
