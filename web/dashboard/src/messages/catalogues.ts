import { commands as commandsEn } from './en/commands'
import { enums as enumsEn } from './en/enums'
import { shell as shellEn } from './en/shell'
import { commands as commandsKo } from './ko/commands'
import { enums as enumsKo } from './ko/enums'
import { shell as shellKo } from './ko/shell'
import type { Catalogue } from './words'

// What every page needs. The words of guests, staff and administrators come with their own screens: src/guest/words.ts and so on.
export const shellWords: Catalogue<typeof shellEn> = { en: shellEn, ko: shellKo }
export const enumWords: Catalogue<typeof enumsEn> = { en: enumsEn, ko: enumsKo }
export const commandWords: Catalogue<typeof commandsEn> = { en: commandsEn, ko: commandsKo }
