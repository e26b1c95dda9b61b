import { join, resolve } from 'node:path'
import { mkdirSync } from 'node:fs'
import { writeAlbum } from './album'
import { desk, phone, screens, show } from './catalogue'
import { test } from './stage'

const album = resolve(process.env.ALBUM ?? join(import.meta.dirname, '../../../../docs/screens'))

for (const [language, locale] of [['ko', 'ko-KR'], ['en', 'en-GB']] as const) {
  for (const screen of screens) {
    test(`${language} ${screen.name}`, async ({ window, evening }) => {
      const { page } = await window({ locale, ...(screen.person ? { person: screen.person } : {}), ...(screen.phone ? phone : desk), deviceScaleFactor: 1 })
      await show(page, screen, evening)
      mkdirSync(join(album, language), { recursive: true })
      await page.screenshot({ path: join(album, language, `${screen.name}.png`), animations: 'disabled', caret: 'hide' })
    })
  }
}

test('the album', () => writeAlbum(album, screens))
