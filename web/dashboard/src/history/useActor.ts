import { enumWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { actorOf } from './actor'
import { useHistoryWords } from './words'

/** Who did something, in words: "Staff Ines Brandt", "SlotQ by itself"; whoever is called `me` is "you" behind the name. */
export function useActor(me?: string): (text: string) => string {
  const words = useHistoryWords()
  const roles = useWords(enumWords).role
  return (text) => {
    const { itself, role, name } = actorOf(text)
    if (itself) return words.itself
    if (!role) return name
    return name === me ? words.you(name) : `${roles[role]} ${name}`
  }
}
