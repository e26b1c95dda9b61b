import { timeline as en } from '../../messages/en/timeline'
import { timeline as ko } from '../../messages/ko/timeline'
import { type Catalogue, useWords } from '../../messages/words'

const words: Catalogue<typeof en> = { en, ko }
export type TimelineWords = typeof en

/** The words of the floor timeline in the language of now. */
export const useTimelineWords = () => useWords(words)
