import { admin as en } from '../messages/en/admin'
import { admin as ko } from '../messages/ko/admin'
import { type Catalogue, useWords } from '../messages/words'

const words: Catalogue<typeof en> = { en, ko }

/** The words of these screens in the language of now. */
export const useAdminWords = () => useWords(words)
