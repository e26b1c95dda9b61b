import japan from '@holiday-jp/holiday_jp'
import * as korea from '@hyunbinseo/holidays-kr/all'

/** Compares Korea and Japan with a second source each, as far as it reaches, and stops at the first difference. */
export function check (regions, { first, last }) {
  const gazette = Object.keys(korea).filter((name) => /^y\d{4}$/.test(name)).flatMap((year) => Object.keys(korea[year]))
  same('KR', regions, gazette.filter((date) => date >= `${first}`))
  const cabinet = japan.between(new Date(`${first}-01-01`), new Date(`${last}-12-31`)).map((day) => day.date.toISOString().slice(0, 10))
  same('JP', regions, cabinet)
}

function same (code, regions, theirs) {
  const until = theirs.reduce((a, b) => (a > b ? a : b)).slice(0, 4) + '-12-31'
  const dates = regions.find((region) => region.code === code).holidays.flatMap((h) => h.dates).filter((date) => date <= until)
  const ours = new Set(dates)
  const extra = [...ours].filter((date) => !theirs.includes(date))
  const missing = theirs.filter((date) => !ours.has(date))
  if (extra.length + missing.length > 0) {
    throw new Error(`${code} differs from its second source: ours alone ${extra.join(' ')}; theirs alone ${missing.join(' ')}`)
  }
}
