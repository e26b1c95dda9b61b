import { describe, expect, it } from 'vitest'

// English is the type of Korean, so a missing word does not compile. What types don't tell: words left over, left empty, or left in English.
const en = import.meta.glob<Record<string, object>>('./en/*.ts', { eager: true })
const ko = import.meta.glob<Record<string, object>>('./ko/*.ts', { eager: true })

type Leaf = { path: string; value: unknown }
const leaves = (value: unknown, path = ''): Leaf[] =>
  value !== null && typeof value === 'object' ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name)) : [{ path, value }]

/** What the program itself says in English; only other languages have words of their own for it. */
const ofTheProgram = 'admin.promises.words.'

/** Said alike in both languages. */
const same = new Set(['shell.product', 'commands.code'])

describe.each(Object.keys(en))('%s', (file) => {
  const english = leaves(en[file])
  const korean = leaves(ko[file.replace('./en/', './ko/')]).filter(({ path }) => !path.startsWith(ofTheProgram))

  it('has the same words in both languages', () => expect(korean.map(({ path }) => path).toSorted()).toEqual(english.map(({ path }) => path).toSorted()))

  it('has no empty word, and takes as much in both languages', () => {
    const other = new Map(korean.map(({ path, value }) => [path, value]))
    for (const { path, value } of english) {
      const translated = other.get(path)
      expect(typeof translated, path).toBe(typeof value)
      if (typeof value === 'string') expect((translated as string).trim(), path).not.toBe('')
      if (typeof value === 'function') expect((translated as () => unknown).length, path).toBeLessThanOrEqual(value.length)
    }
  })

  it('is Korean in Korean', () => {
    const left = korean.filter(({ path, value }) => typeof value === 'string' && !same.has(path) && /[a-z]{3}/.test(value) && !/[가-힣]/.test(value))
    expect(left.map(({ path, value }) => `${path}: ${String(value)}`).filter((line) => !/: (staff|guest|admin|SlotQ)$/.test(line))).toEqual([])
  })
})
