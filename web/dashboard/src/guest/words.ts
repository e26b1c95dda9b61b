import { guest as en } from '../messages/en/guest'
import { guest as ko } from '../messages/ko/guest'
import { type Catalogue, useWords } from '../messages/words'

const words: Catalogue<typeof en> = { en, ko }

/** The words of these screens in the language of now. */
export const useGuestWords = () => useWords(words)
