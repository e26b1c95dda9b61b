import { type Language, useLanguage } from './language'

/** The words of one part of the dashboard in every language. English is the type: a word that Korean lacks does not compile. */
export type Catalogue<Words> = Record<Language, Words>

export const useWords = <Words>(catalogue: Catalogue<Words>): Words => catalogue[useLanguage()]

const rules = new Map<Language, Intl.PluralRules>()
const numbers = new Map<Language, Intl.NumberFormat>()

function cached<T>(kept: Map<Language, T>, language: Language, make: () => T): T {
  let made = kept.get(language)
  if (!made) kept.set(language, (made = make()))
  return made
}

/** A number as the language writes it. */
export const number = (language: Language, n: number): string => cached(numbers, language, () => new Intl.NumberFormat(language)).format(n)

/** The form that the language has for so many, with the number in the place of `#`. */
export function plural(language: Language, n: number, forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>): string {
  const rule = cached(rules, language, () => new Intl.PluralRules(language)).select(n)
  return (forms[rule] ?? forms.other).replaceAll('#', number(language, n))
}
