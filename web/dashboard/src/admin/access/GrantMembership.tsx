import { Button, Group, Modal, MultiSelect, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { type Role, roleValues } from '../../gql/enums'
import { enumWords, shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useAllVenues } from '../../shell/useAllVenues'
import { CustomerPicker, type Person } from '../entry/CustomerPicker'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'
import { GrantMembership } from './documents'

/** Lets a person sign in, by an address or by what the identity provider calls them. */
export function GrantMembershipForm({ close, granted }: { close: () => void; granted: () => void }) {
  const {
    access: { member: words, key },
  } = useAdminWords()
  const roles = useWords(enumWords).role
  const shell = useWords(shellWords)
  const [, , all] = useAllVenues()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('STAFF')
  const [by, setBy] = useState<'email' | 'subject'>('email')
  const [known, setKnown] = useState('')
  const [issuer, setIssuer] = useState('')
  const [venueIds, setVenueIds] = useState<string[]>([])
  const [person, setPerson] = useState<Person | null>(null)
  const [at, setAt] = useState<string>()
  const grant = useCommand(GrantMembership, { target: 'new-member', about: name })
  const [made, setMade] = useState('')
  useSettled(grant.state, (result) => {
    setMade(result.payload?.membership?.displayName ?? name)
    setName('')
    setKnown('')
    setPerson(null)
    granted()
  })
  const lookAt = at ?? venueIds[0] ?? all[0]?.id
  const forCustomer = role === 'CUSTOMER' || role === 'AGENT'
  const leave = () => {
    if (grant.state.phase === 'settled') grant.dismiss()
    close()
  }
  return (
    <Modal opened onClose={leave} title={words.title} size="lg" closeButtonProps={{ 'aria-label': shell.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void grant.run({
            displayName: name.trim(),
            role,
            ...(by === 'email' ? { email: known.trim() } : { subject: known.trim() }),
            ...(issuer.trim() ? { issuer: issuer.trim() } : {}),
            ...(venueIds.length ? { venueIds } : {}),
            ...(forCustomer && person ? { customerId: person.id } : {}),
          })
        }}
      >
        <Stack>
          <TextInput
            label={words.displayName}
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <div>
            <Text size="xs" fw={500}>
              {key.role}
            </Text>
            <SegmentedControl
              aria-label={key.role}
              value={role}
              onChange={(next) => setRole(next as Role)}
              data={roleValues.map((value) => ({ value, label: roles[value] }))}
            />
          </div>
          <div>
            <Text size="xs" fw={500}>
              {words.by}
            </Text>
            <SegmentedControl
              aria-label={words.by}
              value={by}
              onChange={(next) => setBy(next as 'email' | 'subject')}
              data={[
                { value: 'email', label: words.email },
                { value: 'subject', label: words.subject },
              ]}
            />
          </div>
          <TextInput
            type={by === 'email' ? 'email' : 'text'}
            label={by === 'email' ? words.email : words.subject}
            description={by === 'email' ? words.emailHelp : words.subjectHelp}
            required
            maxLength={320}
            autoComplete="off"
            value={known}
            onChange={(event) => setKnown(event.currentTarget.value)}
          />
          <TextInput
            label={words.issuer}
            description={words.issuerHelp}
            maxLength={500}
            autoComplete="off"
            value={issuer}
            onChange={(event) => setIssuer(event.currentTarget.value)}
          />
          {forCustomer && lookAt && (
            <>
              <Group align="flex-end" wrap="nowrap">
                {all.length > 1 && (
                  <Select
                    label={key.customerVenue}
                    allowDeselect={false}
                    value={lookAt}
                    onChange={(next) => setAt(next ?? undefined)}
                    data={all.map((venue) => ({ value: venue.id, label: venue.name }))}
                  />
                )}
                <CustomerPicker label={key.customer} venueId={lookAt} value={person} onChange={setPerson} required={role === 'AGENT'} />
              </Group>
              {role === 'CUSTOMER' && (
                <Text size="xs" c="dimmed">
                  {words.customerHelp}
                </Text>
              )}
            </>
          )}
          <MultiSelect
            size="xs"
            label={key.venues}
            description={key.venuesHelp}
            data={all.map((venue) => ({ value: venue.id, label: venue.name }))}
            value={venueIds}
            onChange={setVenueIds}
          />
          <CommandResult of={grant} done={words.done(made)} />
          <Group justify="flex-end">
            <Button type="submit" disabled={grant.busy || !name.trim() || !known.trim() || (role === 'AGENT' && !person)}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
