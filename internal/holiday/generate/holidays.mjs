import Parser from 'date-holidays-parser'

const dayLength = 24 * 60 * 60 * 1000

// The months of the Islamic calendar begin when the moon is seen: what is computed ahead may be a day off.
const byTheMoon = /\b(Muharram|Safar|Rabi al-\w+|Jumada al-\w+|Rajab|Shaban|Ramadan|Shawwal|Dhu al-\w+)\b/

/**
 * Holidays of one region as a list of { name, local, estimated, dates }, in the order of their first dates.
 * @param {object} rules as date-holidays has them
 * @param {string[]} path country, and state, and region
 * @param {{first: number, last: number}} years
 */
export function holidaysOf (rules, path, { first, last }) {
  const place = new Parser(rules, ...path, ...Array(3 - path.length).fill(undefined), { types: ['public'] })
  const [local, ...others] = place.getLanguages()
  const english = [local, ...others].find((lang) => lang === 'en' || lang.startsWith('en-')) ?? 'en'
  const found = new Map()
  // A substitute may lie in another year than its holiday, so the years around are computed too.
  for (let year = first - 1; year <= last + 1; year++) {
    for (const holiday of place.getHolidays(year, english)) {
      const dates = wholeDays(holiday).filter((date) => date >= `${first}` && date < `${last + 1}`)
      if (dates.length === 0) continue
      const name = tidy(holiday.name)
      const localName = tidy(nameIn(local, place.getRule(holiday.rule).name, holiday, rules.names.substitutes.name))
      const estimated = byTheMoon.test(holiday.rule)
      const key = JSON.stringify([name, localName, estimated])
      if (!found.has(key)) found.set(key, { name, local: localName, estimated, dates: new Set() })
      for (const date of dates) found.get(key).dates.add(date)
    }
  }
  return [...found.values()]
    .map((h) => ({ ...h, dates: [...h.dates].sort() }))
    .sort((a, b) => compare(a.dates[0], b.dates[0]) || compare(a.name, b.name) || compare(a.local, b.local))
}

// The library would compute all dates once more to tell the names in a second language.
function nameIn (lang, names, { name, substitute }, substitutes) {
  if (!names[lang]) return name
  return substitute ? `${names[lang]} (${substitutes[lang] ?? substitutes.en})` : names[lang]
}

/**
 * The civil dates that a holiday takes whole. An afternoon makes no holiday; an hour of clock change breaks none. What the
 * source begins on the evening before counts from its date.
 */
function wholeDays ({ date, start, end }) {
  const days = Math.floor((end - start) / dayLength + 0.1)
  const midnight = Date.parse(date.slice(0, 10))
  return Array.from({ length: days }, (_, i) => new Date(midnight + i * dayLength).toISOString().slice(0, 10))
}

/**
 * The last year that has every holiday which the first two years share. Some dates are announced year by year, and the
 * source ends with what is announced.
 */
export function completeThrough (holidays, { first, last }) {
  const yearsOf = new Map()
  for (const { name, dates } of holidays) {
    const years = yearsOf.get(name) ?? new Set()
    for (const date of dates) years.add(Number(date.slice(0, 4)))
    yearsOf.set(name, years)
  }
  const steady = [...yearsOf].filter(([name, years]) => !name.includes('(substitute') && years.has(first) && years.has(first + 1))
  return Math.min(last, ...steady.map(([, years]) => Math.max(...years)))
}

const tidy = (name) => name.trim().replace(/\s+/g, ' ')

export const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
