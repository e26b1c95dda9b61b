import { reservations as en } from '../../messages/en/reservations'
import { reservations as ko } from '../../messages/ko/reservations'
import { type Catalogue, useWords } from '../../messages/words'

const words: Catalogue<typeof en> = { en, ko }

/** The words of the reservations' screens in the language of now. */
export const useReservationWords = () => useWords(words)
