import { staff as en } from '../messages/en/staff'
import { staff as ko } from '../messages/ko/staff'
import { type Catalogue, useWords } from '../messages/words'

const words: Catalogue<typeof en> = { en, ko }

/** The words of these screens in the language of now. */
export const useStaffWords = () => useWords(words)
