// What an approval would do, as it was prepared. The contract calls it JSON, so it is read with care: whatever is not as expected is left out.

export interface PreviewSlot {
  resource: string
  startsAt: string
  endsAt: string
}

interface Preview {
  summary: { en: string; ko: string } | undefined
  note: { en: string; ko: string } | undefined
  timeZone: string | undefined
  slots: PreviewSlot[]
  leaves: PreviewSlot[]
  /** Id of the reservation that it is about; undefined where it makes a new one. */
  reservation: string | undefined
}

type Loose = Record<string, unknown>
const asObject = (value: unknown): Loose | undefined => (value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Loose) : undefined)
const inWords = (value: unknown) => {
  const words = asObject(value)
  return typeof words?.en === 'string' && typeof words.ko === 'string' ? { en: words.en, ko: words.ko } : undefined
}
const isSlot = (value: unknown): value is PreviewSlot => {
  const slot = asObject(value)
  return typeof slot?.resource === 'string' && typeof slot.startsAt === 'string' && typeof slot.endsAt === 'string'
}
const slotsIn = (value: unknown): PreviewSlot[] => (Array.isArray(value) ? value.filter(isSlot) : [])

export function readPreview(json: unknown): Preview {
  const o = asObject(json) ?? {}
  const zone = asObject(o.venue)?.timeZone
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return { summary: inWords(o.summary), note: inWords(o.note), timeZone: text(zone), slots: slotsIn(o.slots), leaves: slotsIn(o.leaves), reservation: text(o.reservation) }
}
