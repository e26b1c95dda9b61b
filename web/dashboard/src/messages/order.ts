const collators = new Map<string | undefined, Intl.Collator>()

/** Compares names as people count them: table 2 comes before table 10. */
export function naturally(a: string, b: string, language?: string): number {
  let collator = collators.get(language)
  if (!collator) collators.set(language, (collator = new Intl.Collator(language, { numeric: true })))
  return collator.compare(a, b)
}
