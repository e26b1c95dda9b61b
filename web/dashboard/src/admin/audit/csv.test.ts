import { expect, it } from 'vitest'
import { csvOf } from './csv'

it('writes what spreadsheets read, and no formula', () => {
  expect(
    csvOf(
      ['who', 'why'],
      [
        ['STAFF "Kim", 이하늘', 'late\nagain'],
        ['=HYPERLINK("x")', '-1'],
      ],
    ),
  ).toBe('\uFEFFwho,why\r\n"STAFF ""Kim"", 이하늘","late\nagain"\r\n"\'=HYPERLINK(""x"")",\'-1\r\n')
})
