import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Screen } from './catalogue'

/** Writes the page that shows all pictures, both languages side by side. */
export function writeAlbum(folder: string, screens: Screen[]): void {
  const rows = screens.map(({ name, shows, phone }) => {
    const picture = (language: string) => `<img src="${language}/${name}.png" alt="${shows} (${language})" width="${phone ? 240 : 480}">`
    return `| **${name}**<br>${shows} | ${picture('ko')} | ${picture('en')} |`
  })
  const text = `# The screens

Taken by \`make screens\` from a living demo: the devices stand in New York, the venue in Seoul. Guests' screens are those of a telephone.

| | 한국어 | English |
|---|---|---|
${rows.join('\n')}
`
  writeFileSync(join(folder, 'README.md'), text)
}
