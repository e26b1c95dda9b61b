import { commandWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { useHistoryWords } from './words'

/** What was done, in words: the name of the command, or of what the program does by itself; a name from the future stays as it is. */
export function useDeed(): (operation: string) => string {
  const { routine } = useHistoryWords()
  const commands = useWords(commandWords).operation as Record<string, string>
  return (operation) => commands[operation] ?? routine[operation] ?? operation
}
