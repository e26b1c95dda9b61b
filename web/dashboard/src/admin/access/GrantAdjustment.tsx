import { Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { graphql } from '../../gql/admin'
import { type AdjustmentKind, adjustmentKindValues } from '../../gql/enums'
import { enumWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useServerNow } from '../../time/countdown'
import { CustomerPicker, type Person } from '../entry/CustomerPicker'
import { MomentInput } from '../entry/MomentInput'
import { instantAt, wallOf } from '../entry/wall'
import { Section } from '../frame/Section'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'

const GrantAdjustment = graphql(`
  mutation AdminGrantAdjustment($input: GrantAdjustmentInput!) {
    grantAdjustment(input: $input) {
      ...CommandFields
      adjustment {
        ...AdminAdjustment
      }
    }
  }
`)

const weighs = (kind: AdjustmentKind) => kind === 'RECOVERY_CREDIT' || kind === 'BENEFIT'

/** Grants a customer something that weighs in the order, or takes it out of automatic choice. */
export function Grant({ venue, granted }: { venue: { id: string; timeZone: string }; granted: () => void }) {
  const {
    adjustments: { grant: words },
    frame,
  } = useAdminWords()
  const kinds = useWords(enumWords).adjustmentKind
  const now = useServerNow(30_000)
  const [person, setPerson] = useState<Person | null>(null)
  const [kind, setKind] = useState<AdjustmentKind>('RECOVERY_CREDIT')
  const [amount, setAmount] = useState(10)
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const grant = useCommand(GrantAdjustment, { target: `new-adjustment ${venue.id}`, about: person?.name })
  useSettled(grant.state, () => {
    setPerson(null)
    setUntil('')
    setReason('')
    granted()
  })
  const ends = until ? instantAt(until, venue.timeZone) : undefined
  const past = !!ends && Date.parse(ends) <= now
  const faulty = !person || !reason.trim() || past || (weighs(kind) && !(amount >= 1 && amount <= 10_000))
  return (
    <Section title={words.title} testId="grant-adjustment">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (person)
            void grant.run({
              venueId: venue.id,
              customerId: person.id,
              kind,
              amount: weighs(kind) ? amount : 0,
              reason: reason.trim(),
              ...(ends ? { expiresAt: ends } : {}),
            })
        }}
      >
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            <CustomerPicker label={frame.customer.label} venueId={venue.id} value={person} onChange={setPerson} required />
            <Select
              label={words.kind}
              description={words.kindHelp[kind]}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              allowDeselect={false}
              value={kind}
              onChange={(next) => next && setKind(next as AdjustmentKind)}
              data={adjustmentKindValues.map((value) => ({ value, label: kinds[value] }))}
            />
            {weighs(kind) && (
              <NumberInput
                label={words.amount}
                description={words.amountHelp}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                min={1}
                max={10_000}
                allowDecimal={false}
                value={amount}
                onChange={(next) => setAmount(Number(next))}
              />
            )}
            <MomentInput
              label={words.until}
              value={until}
              onChange={setUntil}
              zone={venue.timeZone}
              description={words.untilHelp}
              min={wallOf(now, venue.timeZone)}
              error={past ? words.past : undefined}
            />
          </SimpleGrid>
          <TextInput
            label={frame.reason}
            description={frame.reasonHelp}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            maxLength={500}
            maw="40rem"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" disabled={grant.busy || faulty}>
              {words.submit}
            </Button>
          </Group>
          <CommandResult of={grant} done={words.done} />
        </Stack>
      </form>
    </Section>
  )
}
