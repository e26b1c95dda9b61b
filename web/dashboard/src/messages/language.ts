import { keep, recall, stored } from '../api/keys'
import { useWatched, watched } from '../api/observable'

export const languages = ['en', 'ko'] as const
export type Language = (typeof languages)[number]

/** How each language calls itself. */
export const ownName: Record<Language, string> = { en: 'English', ko: '한국어' }

function first(): Language {
  const kept = recall(stored.language)
  if (kept === 'en' || kept === 'ko') return kept
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages
  return wanted.some((l) => l.toLowerCase().startsWith('ko')) ? 'ko' : 'en'
}

export const language = watched<Language>(first())

export function speak(next: Language): void {
  keep(stored.language, next)
  language.set(next)
}

/** Keeps the page's own language up to date, for screen readers and for the choice of glyphs. */
export function declareLanguage(): () => void {
  const declare = () => {
    document.documentElement.lang = language.get()
  }
  declare()
  return language.watch(declare)
}

export const useLanguage = () => useWatched(language)
