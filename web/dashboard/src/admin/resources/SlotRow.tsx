import { Badge, Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { SpanText } from '../../components/TimeText'
import { graphql } from '../../gql/admin'
import type { SlotCoreFragment } from '../../gql/admin/graphql'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { useMay } from '../../shell/Viewer'
import { formatTime } from '../../time/format'
import { Moved } from '../draft/Moved'
import { useDraft } from '../draft/useDraft'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'

const Adjust = graphql(`
  mutation AdminAdjustCapacity($input: AdjustCapacityInput!) {
    adjustCapacity(input: $input) {
      ...CommandFields
      slot {
        ...SlotCore
      }
    }
  }
`)

/** One slot; a shared one opens into the form of its capacity. */
export function SlotRow({ slot, zone }: { slot: SlotCoreFragment; zone: string }) {
  const {
    resources: { capacity: words },
    frame,
  } = useAdminWords()
  const states = useWords(enumWords).slotState
  const language = useLanguage()
  const may = useMay('capacity:adjust')
  const [open, setOpen] = useState(false)
  const now = { capacity: slot.capacity }
  const draft = useDraft(now, slot.version)
  const [reason, setReason] = useState('')
  const adjust = useCommand(Adjust, { target: slot.id, about: `${slot.resource.name} ${formatTime(slot.startsAt, zone, language, 'dateTime')}` })
  useSettled(adjust.state, () => {
    draft.reset()
    setReason('')
    setOpen(false)
  })
  const n = (value: number) => number(language, value)
  const taken = slot.capacity - slot.remaining
  const { capacity } = draft.values
  const shared = slot.resource.kind === 'POOLED'
  const showForm = open || (adjust.state.phase === 'settled' && draft.dirty)
  return (
    <>
      <tr>
        <th scope="row">
          <SpanText from={slot.startsAt} to={slot.endsAt} zone={zone} style="time" bare />
        </th>
        <td>{slot.resource.name}</td>
        <td className="number">{n(taken)}</td>
        <td className="number">{n(slot.capacity)}</td>
        <td>
          <Badge variant="light" tt="none" color={slot.state === 'OPEN' ? 'pine' : 'slate'}>
            {states[slot.state] ?? slot.state}
          </Badge>
        </td>
        <td className="acts">
          {may &&
            (shared ? (
              <Button
                variant="subtle"
                color="slate"
                aria-expanded={showForm}
                aria-label={words.adjustOf(slot.resource.name, formatTime(slot.startsAt, zone, language))}
                onClick={() => setOpen(!showForm)}
              >
                {showForm ? frame.cancel : words.adjust}
              </Button>
            ) : null)}
        </td>
      </tr>
      {(showForm || adjust.state.phase !== 'idle') && (
        <tr className="sheet-form">
          <td colSpan={6}>
            <Stack gap="xs">
              {showForm && (
                <form
                  onSubmit={(event) => {
                    event.preventDefault()
                    void adjust.run({ slotId: slot.id, capacity, reason: reason.trim(), expectedVersion: draft.expectedVersion }, slot)
                  }}
                >
                  <Group align="flex-end" gap="sm">
                    <NumberInput
                      label={words.becomes}
                      w="7rem"
                      min={Math.max(1, taken)}
                      max={100_000}
                      clampBehavior="none"
                      allowDecimal={false}
                      value={capacity}
                      onChange={(next) => draft.set({ capacity: Number(next) })}
                      error={capacity < taken ? words.below(n(taken)) : undefined}
                    />
                    <TextInput
                      label={frame.reason}
                      description={frame.reasonHelp}
                      required
                      w="20rem"
                      maxLength={500}
                      value={reason}
                      onChange={(event) => setReason(event.currentTarget.value)}
                    />
                    <Button type="submit" disabled={adjust.busy || !draft.dirty || capacity < 1 || !reason.trim() || draft.moved.length > 0}>
                      {words.submit}
                    </Button>
                  </Group>
                </form>
              )}
              <Moved draft={draft} now={now} label={() => words.columns.capacity} say={(_, value) => n(value)} />
              <CommandResult of={adjust} done={(result) => words.done(n(result.payload?.slot?.capacity ?? slot.capacity))} />
            </Stack>
          </td>
        </tr>
      )}
    </>
  )
}
