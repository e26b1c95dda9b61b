// After the build: what the first load weighs, gzipped, for guests and for staff. A guest's may be 250 KB; more fails the build.
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8'))
rmSync(new URL('manifest.json', dist))

const weigh = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 6 }).length
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`

/** All files that a module needs before it can run: itself, what it imports, and their styles. */
function needs(names, found = new Set()) {
  const seen = new Set()
  const visit = (name) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build`)
    found.add(chunk.file)
    for (const css of chunk.css ?? []) found.add(css)
    for (const other of chunk.imports ?? []) visit(other)
  }
  for (const name of names) visit(name)
  return found
}

const shell = ['index.html']
const pages = {
  'guest: the first page': [...shell, 'src/guest/HomePage.tsx'],
  'guest: find a time': [...shell, 'src/guest/FindTime.tsx'],
  'guest: a reservation': [...shell, 'src/guest/ReservationPage.tsx'],
  'guest: an offer': [...shell, 'src/guest/OfferPage.tsx'],
  'staff: the queue': [...shell, 'src/shell/StaffShell.tsx', 'src/staff/QueuePage.tsx'],
  'staff: the timeline': [...shell, 'src/shell/StaffShell.tsx', 'src/staff/TimelinePage.tsx'],
}
const most = 250 * 1024
let heaviest = 0
const page = gzipSync(readFileSync(new URL('index.html', dist))).length
for (const [name, names] of Object.entries(pages)) {
  const files = [...needs(names)]
  const js = files.filter((f) => f.endsWith('.js')).reduce((sum, f) => sum + weigh(f), 0)
  const css = files.filter((f) => f.endsWith('.css')).reduce((sum, f) => sum + weigh(f), 0)
  const all = page + js + css
  if (name.startsWith('guest')) heaviest = Math.max(heaviest, all)
  if (process.argv.includes('--files')) for (const file of files) console.log(`  ${kb(weigh(file)).padStart(9)} ${file}`)
  console.log(`first load, ${name.padEnd(22)} ${kb(all).padStart(9)}  (scripts ${kb(js)}, styles ${kb(css)})`)
}

const font = manifest['src/theme/fonts.ts']
const faces = (font.css ?? []).reduce((sum, f) => sum + weigh(f), 0) + weigh(font.file)
const slices = readdirSync(new URL('assets/', dist)).filter((f) => f.endsWith('.woff2')).map((f) => readFileSync(new URL(`assets/${f}`, dist)).length)
const whole = slices.reduce((sum, n) => sum + n, 0)
console.log(`not in it: the font's list of ${slices.length} slices, ${kb(faces)}, read once the page is idle. Of the slices (${kb(whole)} in all, ${kb(whole / slices.length)} each)`)
console.log('a browser takes those with letters that its own fonts lack: none where the system shows Korean, about six on a Korean page where it does not.')
if (heaviest > most) {
  console.error(`the first load of a guest weighs ${kb(heaviest)}, more than ${kb(most)}`)
  rmSync(new URL('index.html', dist)) // so that what is too heavy doesn't count as built
  process.exit(1)
}
