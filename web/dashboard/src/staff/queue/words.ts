import { queue as en } from '../../messages/en/queue'
import { queue as ko } from '../../messages/ko/queue'
import { type Catalogue, useWords } from '../../messages/words'

const words: Catalogue<typeof en> = { en, ko }

/** The words of the action queue in the language of now. */
export const useQueueWords = () => useWords(words)
