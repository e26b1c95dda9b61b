import { waitlist as en } from '../../messages/en/waitlist'
import { waitlist as ko } from '../../messages/ko/waitlist'
import { type Catalogue, useWords } from '../../messages/words'

const words: Catalogue<typeof en> = { en, ko }

/** The words of the waitlist in the language of now. */
export const useWaitlistWords = () => useWords(words)
