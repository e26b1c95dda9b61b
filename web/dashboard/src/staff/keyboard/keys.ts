// What a press of a key is called, and which words of keys it completes: "j", "?", "g q".

export interface Press {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  isComposing?: boolean
}

/**
 * The name of a press: a small letter, a digit, a sign, or what the key is called. A Korean keyboard says ㅓ, or that it is composing, where a
 * Latin one says j; the place of the key tells which letter is meant. Undefined with Ctrl, Alt or Command, which belong to the browser.
 */
export function nameOfPress(press: Press): string | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  if (/^[a-z]$/i.test(press.key)) return press.key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1]
  if (letter && !/^[\x21-\x7e]$/.test(press.key)) return letter.toLowerCase()
  if (press.isComposing || press.key === 'Process' || press.key === 'Dead') return undefined
  return press.key
}

interface Followed {
  /** The binding that the press completes. */
  hit?: string
  /** What was pressed of a binding of several keys. */
  pending?: string
}

/** Which binding a press completes, after what was pressed before it. A key that does not go on with a beginning counts by itself. */
export function follow(pending: string | undefined, name: string, bound: readonly string[]): Followed {
  const tries = pending ? [`${pending} ${name}`, name] : [name]
  for (const keys of tries) {
    if (bound.includes(keys)) return { hit: keys }
    if (bound.some((other) => other.startsWith(`${keys} `))) return { pending: keys }
  }
  return {}
}

/** Bindings of printable keys can be turned off; arrows, Enter and Escape stay, for they do what they do everywhere. */
export const isSingleKey = (keys: string): boolean => keys.split(' ').every((key) => key.length === 1)

/** As aria-keyshortcuts writes it. */
export const spoken = (keys: string): string =>
  keys
    .split(' ')
    .map((key) => (key.length === 1 ? key.toUpperCase() : key))
    .join(' ')

const signs: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' }

/** A key as it is printed on a keyboard. */
export const printed = (key: string): string => signs[key] ?? spoken(key)
