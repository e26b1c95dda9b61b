import { data } from 'date-holidays/data'
import { corrections, countries } from './corrections.mjs'

/** The rules of the source with every correction made. */
export function corrected () {
  const rules = structuredClone(data)
  for (const [code, country] of Object.entries(countries)) {
    if (rules.holidays[code]) throw new Error(`the source has ${code} now: drop ours`)
    rules.holidays[code] = country
  }
  for (const correction of corrections) apply(rules, correction)
  return rules
}

function apply (rules, { where: [country, state], rename = [], drop = [], add = {}, change = {} }) {
  const place = state ? rules.holidays[country].states[state] : rules.holidays[country]
  const known = (rule) => {
    if (!(rule in place.days)) throw new Error(`${country} ${state ?? ''}: the source has no rule "${rule}" any more`)
  }
  const unknown = (rule) => {
    if (rule in place.days) throw new Error(`${country} ${state ?? ''}: the source has the rule "${rule}" by now`)
  }
  for (const { from, to } of rename) {
    known(from)
    unknown(to)
    place.days[to] = place.days[from]
    delete place.days[from]
  }
  for (const rule of drop) {
    known(rule)
    delete place.days[rule]
  }
  for (const [rule, day] of Object.entries(add)) {
    unknown(rule)
    place.days[rule] = structuredClone(day)
  }
  for (const [rule, part] of Object.entries(change)) {
    known(rule)
    Object.assign(place.days[rule], structuredClone(part))
  }
}
