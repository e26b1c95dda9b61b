import type { commands } from '../messages/en/commands'
import type { enums } from '../messages/en/enums'
import type { Language } from '../messages/language'
import { number } from '../messages/words'
import { formatTime, zoneName } from '../time/format'
import type { Entity } from './kinds'

/** A thing in a few rows of words, so that two states of it can be laid side by side. */
export interface Row {
  field: keyof (typeof commands)['field']
  text: string
}

interface Words {
  commands: typeof commands
  enums: typeof enums
  language: Language
}

type Loose = Record<string, unknown>
const states: Record<string, keyof typeof enums> = {
  Reservation: 'reservationStatus', Offer: 'offerStatus', WaitlistEntry: 'entryStatus', Intent: 'intentStatus', Approval: 'approvalStatus', PolicyVersion: 'policyStatus',
}

function zoneOf(entity: Loose): string | undefined {
  const venue = (entity.venue ?? (entity.entry as Loose | undefined)?.venue) as { timeZone?: string } | undefined
  return venue?.timeZone
}

/** What can be said of an entity as far as it was read; a field that was not read gives no row. */
export function describe(entity: Entity, { commands: words, enums, language }: Words, zone = zoneOf(entity) ?? 'UTC'): Row[] {
  const rows: Row[] = []
  const add = (field: Row['field'], text: string | null | undefined) => {
    if (text != null && text !== '') rows.push({ field, text })
  }
  const at = (iso: unknown) => (typeof iso === 'string' ? `${formatTime(iso, zone, language, 'dateTime')} ${zoneName(zone, iso, language)}` : null)
  const known = states[entity.__typename]
  if (known && typeof entity.status === 'string') add('status', (enums[known] as Record<string, string>)[entity.status] ?? entity.status)
  if (typeof entity.name === 'string') add('name', entity.name)
  if (typeof entity.partySize === 'number') add('partySize', number(language, entity.partySize))
  const slots = (entity.slots ?? (entity.startsAt ? [entity] : undefined)) as { startsAt?: string; resource?: { name?: string } }[] | undefined
  if (slots?.length) add('slots', slots.map((slot) => [at(slot.startsAt), slot.resource?.name].filter(Boolean).join(' · ')).join(', '))
  if (entity.expiresAt && (entity.status === 'HELD' || entity.status === 'OFFERED' || entity.status === 'PENDING')) add('expiresAt', at(entity.expiresAt))
  if (typeof entity.position === 'number') add('position', number(language, entity.position))
  if (typeof entity.bookable === 'boolean') add('bookable', entity.bookable ? words.yes : words.no)
  if (typeof entity.remaining === 'number') add('remaining', number(language, entity.remaining))
  if (typeof entity.version === 'number') add('version', String(entity.version))
  return rows
}
