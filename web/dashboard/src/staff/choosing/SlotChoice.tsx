import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { Loading, ReadError } from '../../components/states'
import { TimeText, ZoneNote } from '../../components/TimeText'
import type { SlotCoreFragment } from '../../gql/staff/graphql'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { useActWords } from '../acts/words'
import { byStart, overlapsOwn, type Purpose, type Standing, standingOf } from './standing'
import type { Slots } from './useSlots'
import './choosing.css'

interface Props {
  of: Slots
  zone: string
  purpose: Purpose
  partySize: number
  chosen: readonly SlotCoreFragment[]
  choose: (slots: SlotCoreFragment[]) => void
  /** How many may be chosen; beyond one each press adds or takes away. */
  most?: number
  /** Only these are shown. */
  among?: (slot: SlotCoreFragment) => boolean
  /** Seats of the reservation that would be moved: it is not in its own way. */
  own?: readonly SlotCoreFragment[]
  /** Whoever looks may pass over rules of the house. */
  mayOverride: boolean
  empty?: string
}

/** Places to choose from, by time: what is free, what goes against the rules, and on request what can't be had, with the reason. */
export function SlotChoice({ of, zone, purpose, partySize, chosen, choose, most = 1, among, own = [], mayOverride, empty }: Props) {
  const words = useActWords().slots
  const [all, showAll] = useState(false)
  if (!of.slots) return of.error ? <ReadError error={of.error} retry={of.again} /> : <Loading rows={3} height={40} />
  const now = serverNow()
  const seen = of.slots
    .filter((slot) => among?.(slot) ?? true)
    .map((slot) => ({ slot, standing: standingOf(slot, purpose, partySize, now, overlapsOwn(slot, own)) }))
  const can = (standing: Standing) => standing.kind !== 'never' && (standing.kind !== 'against' || mayOverride)
  const hidden = seen.filter(({ standing }) => !can(standing)).length
  const shown = all ? seen : seen.filter(({ standing }) => can(standing))
  const standings = new Map(seen.map(({ slot, standing }) => [slot.id, standing]))
  const toggle = (slot: SlotCoreFragment) => {
    const without = chosen.filter((other) => other.id !== slot.id)
    choose(without.length < chosen.length ? without : [...without, slot].slice(-most))
  }
  return (
    <Stack gap="xs" role="group" aria-label={words.label} data-testid="slots">
      <ZoneNote zone={zone} at={of.slots[0]?.startsAt ?? now} />
      {shown.length === 0 && <Text size="sm">{seen.length === 0 ? (empty ?? words.none) : (empty ?? words.noneFree)}</Text>}
      <div className="slot-rows">
        {byStart(shown.map(({ slot }) => slot)).map(([start, slots]) => (
          <div key={start} className="slot-row">
            <Text size="sm" fw={600}>
              <TimeText at={start} zone={zone} bare />
            </Text>
            <Group gap={6}>
              {slots.map((slot) => (
                <Place
                  key={slot.id}
                  slot={slot}
                  standing={standings.get(slot.id)!}
                  able={can(standings.get(slot.id)!)}
                  zone={zone}
                  on={chosen.some((other) => other.id === slot.id)}
                  toggle={() => toggle(slot)}
                />
              ))}
            </Group>
          </div>
        ))}
      </div>
      {hidden > 0 && (
        <Button variant="subtle" color="slate" size="compact-sm" w="fit-content" onClick={() => showAll(!all)}>
          {all ? words.hideTaken : words.taken(hidden)}
        </Button>
      )}
    </Stack>
  )
}

function Place({
  slot,
  standing,
  able,
  on,
  toggle,
  zone,
}: {
  slot: SlotCoreFragment
  standing: Standing
  able: boolean
  on: boolean
  toggle: () => void
  zone: string
}) {
  const words = useActWords().slots
  const problems = useWords(enumWords).problem
  const language = useLanguage()
  const why =
    standing.kind === 'never'
      ? problems[standing.why]
      : standing.kind === 'against'
        ? standing.rules.map((code) => problems[code]).join(', ')
        : standing.kind === 'due'
          ? words.due
          : undefined
  return (
    <UnstyledButton className="place" data-standing={standing.kind} aria-pressed={on} disabled={!able} onClick={toggle} title={why}>
      <span className="place-name">{slot.resource.name}</span>
      <span className="place-note">
        <TimeText at={slot.startsAt} zone={zone} bare />–<TimeText at={slot.endsAt} zone={zone} bare />
        {slot.resource.kind === 'POOLED' && ` · ${words.left(number(language, slot.remaining))}`}
      </span>
      {why && <span className="place-note">{standing.kind === 'against' ? `${words.against}: ${why}` : why}</span>}
    </UnstyledButton>
  )
}
