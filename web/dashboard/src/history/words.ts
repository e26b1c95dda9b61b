import { history as en } from '../messages/en/history'
import { history as ko } from '../messages/ko/history'
import { type Catalogue, useWords } from '../messages/words'

const words: Catalogue<typeof en> = { en, ko }

/** The words of who did what, in the language of now. */
export const useHistoryWords = () => useWords(words)
