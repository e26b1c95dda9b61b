import type { IntentStatus } from '../gql/enums'
import { commandWords, enumWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import type { Tone } from '../theme/palette'
import { intentIsOver } from './driver'
import type { CommandRecord, Settled } from './kinds'

/** What a command is called. */
export const nameOf = (words: { operation: Record<string, string> }, operation: string): string => words.operation[operation] ?? operation

export const toneOf = (settled: Settled): Tone => {
  switch (settled.kind) {
    case 'done':
      return 'pine'
    case 'doneBefore':
      return 'sea'
    case 'accepted':
      return settled.intentStatus === 'SUCCEEDED' ? 'pine' : intentIsOver(settled.intentStatus) ? 'rust' : 'sea'
    case 'refused':
      return 'amber'
    case 'notTaken':
      return 'rust'
  }
}

/** The result of a command in one sentence. */
export function useSay(): (record: Pick<CommandRecord, 'settled' | 'repeated'>) => string {
  const words = useWords(commandWords)
  const enums = useWords(enumWords)
  return ({ settled, repeated }) => {
    switch (settled.kind) {
      case 'done':
        return words.done
      case 'doneBefore':
        return repeated ? words.doneRepeated : words.doneBefore
      case 'accepted': {
        const status = settled.intentStatus && (enums.intentStatus[settled.intentStatus as IntentStatus] ?? settled.intentStatus)
        if (!status) return words.accepted
        if (settled.intentStatus === 'SUCCEEDED') return words.acceptedDone
        return intentIsOver(settled.intentStatus) ? words.acceptedFailed(status) : words.acceptedNow(status)
      }
      case 'refused':
        return enums.problem[settled.problem.code] ?? settled.problem.message
      case 'notTaken':
        return words.code[settled.code] ?? words.otherCode(settled.code)
    }
  }
}
