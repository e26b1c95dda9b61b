import { commandWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useAdminWords } from '../words'

/** What a command or routine is called; a name from the future stays as it is. */
export function useSayOperation(): (operation: string) => string {
  const commands = useWords(commandWords).operation as Record<string, string>
  const {
    audit: { routine },
  } = useAdminWords()
  return (operation) => commands[operation] ?? routine[operation] ?? operation
}
