import type { Item } from './useActionQueue'

interface Seat {
  startsAt: string
  endsAt: string
  resource: { name: string }
}

/** What a row says of its item, whatever it is about. */
export interface Summary {
  /** The guest's name, or what else it is about. */
  who: string | null
  partySize: number | null
  slots: readonly Seat[]
  /** A sentence that was written where it was made, in each language: of what an agent prepared. */
  sentence: { en: string; ko: string } | null
  walkIn: boolean
}

const nothing: Summary = { who: null, partySize: null, slots: [], sentence: null, walkIn: false }

/** Reads the sentence out of an approval's preview, which is data that this page does not know the shape of for sure. */
function sentenceOf(preview: unknown): { en: string; ko: string } | null {
  const summary = (preview as { summary?: { en?: unknown; ko?: unknown } } | null)?.summary
  return typeof summary?.en === 'string' && typeof summary.ko === 'string' ? { en: summary.en, ko: summary.ko } : null
}

export function summaryOf({ subject }: Pick<Item, 'subject'>): Summary {
  switch (subject.__typename) {
    case 'Offer':
      return { ...nothing, who: subject.entry.customer.name, partySize: subject.entry.partySize, slots: subject.slots }
    case 'Reservation':
      return { ...nothing, who: subject.customer.name, partySize: subject.partySize, slots: subject.slots, walkIn: subject.walkIn }
    case 'Intent':
      return {
        ...nothing,
        who: subject.booked?.customer.name ?? subject.promised?.entry.customer.name ?? null,
        partySize: subject.partySize,
        slots: subject.slots,
      }
    case 'Attempt':
      return { ...nothing, who: `${subject.provider} · ${subject.reference}` }
    case 'Approval':
      return { ...nothing, sentence: sentenceOf(subject.preview) }
    default:
      return nothing
  }
}

/** A booking that a guest has asked for waits for a yes just as an agent's preparation does; it is called by another name. */
export const isRequest = (item: Pick<Item, 'kind' | 'subject'>): boolean =>
  item.kind === 'APPROVAL_PENDING' && item.subject.__typename === 'Reservation'
