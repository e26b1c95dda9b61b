// Writes ../holidays.json and ../LICENSE.date-holidays: `go generate ./internal/holiday` runs it. The same source and
// corrections give the same bytes.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { check } from './check.mjs'
import { corrected } from './corrected.mjs'
import { compare, completeThrough, holidaysOf } from './holidays.mjs'

const years = { first: 2025, last: 2032 }

const here = import.meta.dirname
const source = createRequire(import.meta.url).resolve('date-holidays/package.json')
const { version } = JSON.parse(readFileSync(source))
const wanted = JSON.parse(readFileSync(join(here, 'package.json'))).devDependencies['date-holidays']
if (version !== wanted) throw new Error(`date-holidays ${version} is installed, ${wanted} is wanted: run npm ci in ${here}`)

const rules = corrected()
const regions = []

/** Adds a place and the places in it. One without rules of its own has the holidays of what it lies in. */
function visit (place, path, names, above) {
  const own = above === undefined || place.days || place.langs || place.zones
  const holidays = own ? holidaysOf(rules, path, years) : above
  const name = place.name ?? place.names.en ?? Object.values(place.names)[0]
  const fullName = [name, ...names]
  regions.push({ code: path.join('-'), name: fullName.join(', '), holidays })
  for (const [code, inner] of Object.entries(place.states ?? place.regions ?? {})) visit(inner, [...path, code], fullName, holidays)
}

for (const [code, country] of Object.entries(rules.holidays)) visit(country, [code], [])
regions.sort((a, b) => compare(a.code, b.code))
check(regions, years)

// Regions share most holidays, so each is written once and named by its place in the list.
const lines = []
const places = new Map()
function placeOf ({ name, local, estimated, dates }) {
  const line = JSON.stringify({ name, ...(local !== name && { local }), ...(estimated && { estimated }), dates: dates.join(' ') })
  if (!places.has(line)) places.set(line, lines.push(line) - 1)
  return places.get(line)
}
const regionLines = regions.map(({ code, name, holidays }) =>
  JSON.stringify({ code, name, through: completeThrough(holidays, years), holidays: holidays.map(placeOf) }))

writeFileSync(join(here, '..', 'holidays.json'), `{
"source": "date-holidays ${version}",
"first": "${years.first}-01-01",
"last": "${years.last}-12-31",
"holidays": [
${lines.join(',\n')}
],
"regions": [
${regionLines.join(',\n')}
]
}
`)
copyFileSync(join(dirname(source), 'LICENSE'), join(here, '..', 'LICENSE.date-holidays'))
