import { acts as en } from '../../messages/en/acts'
import { acts as ko } from '../../messages/ko/acts'
import { type Catalogue, useWords } from '../../messages/words'

const words: Catalogue<typeof en> = { en, ko }

/** The words of what staff do, in the language of now. */
export const useActWords = () => useWords(words)
