import { Alert, Button, Group, Modal, MultiSelect, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { Icon } from '../../components/icons'
import { type Role, roleValues } from '../../gql/enums'
import { enumWords, shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useAllVenues } from '../../shell/useAllVenues'
import { useViewer } from '../../shell/Viewer'
import { useServerNow } from '../../time/countdown'
import { deviceZone } from '../../time/device'
import { CustomerPicker, type Person } from '../entry/CustomerPicker'
import { MomentInput } from '../entry/MomentInput'
import { instantAt, wallOf } from '../entry/wall'
import { SecretOnce } from '../frame/SecretOnce'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'
import { IssueKey } from './documents'

const forCustomer = (role: Role) => role === 'CUSTOMER' || role === 'AGENT'

/** The form of a new key. Its secret is shown once. */
export function IssueKeyForm({ close, issued }: { close: () => void; issued: () => void }) {
  const {
    access: { key: words, capability },
    frame,
  } = useAdminWords()
  const roles = useWords(enumWords).role
  const shell = useWords(shellWords)
  const viewer = useViewer()
  const now = useServerNow(30_000)
  const [, , all] = useAllVenues()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('STAFF')
  const [venueIds, setVenueIds] = useState<string[]>([])
  const [scopes, setScopes] = useState<string[]>([])
  const [until, setUntil] = useState('')
  const [person, setPerson] = useState<Person | null>(null)
  const [at, setAt] = useState<string>()
  const issue = useCommand(IssueKey, { target: 'new-key', about: name })
  useSettled(issue.state, issued)
  const lookAt = at ?? venueIds[0] ?? all[0]?.id
  const ends = until ? instantAt(until, deviceZone()) : undefined
  const past = !!ends && Date.parse(ends) <= now
  const result = issue.state.phase === 'settled' ? issue.state.result : undefined
  const good = result && (result.settled.kind === 'done' || result.settled.kind === 'doneBefore')
  const leave = () => {
    if (issue.state.phase === 'settled') issue.dismiss()
    close()
  }
  if (good && result.payload?.secret)
    return (
      <SecretOnce
        title={words.secretTitle(result.payload.apiKey?.name ?? name)}
        text={words.secretText}
        secret={result.payload.secret}
        close={leave}
      />
    )
  if (good)
    return (
      <Modal opened onClose={leave} title={words.title} closeButtonProps={{ 'aria-label': shell.close }}>
        <Stack>
          <CommandResult of={issue} done={words.done(name)} />
          <Alert variant="light" color="amber" icon={<Icon name="warning" />}>
            {words.noSecret}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={leave}>{shell.close}</Button>
          </Group>
        </Stack>
      </Modal>
    )
  const missing = forCustomer(role) && !person
  return (
    <Modal opened onClose={leave} title={words.title} size="lg" closeButtonProps={{ 'aria-label': shell.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void issue.run({
            name: name.trim(),
            role,
            ...(venueIds.length ? { venueIds } : {}),
            ...(scopes.length ? { scopes } : {}),
            ...(ends ? { expiresAt: ends } : {}),
            ...(forCustomer(role) && person ? { customerId: person.id } : {}),
          })
        }}
      >
        <Stack>
          <TextInput
            label={words.name}
            description={words.nameHelp}
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <div>
            <Text size="xs" fw={500}>
              {words.role}
            </Text>
            <SegmentedControl
              aria-label={words.role}
              value={role}
              onChange={(next) => setRole(next as Role)}
              data={roleValues.map((value) => ({ value, label: roles[value] }))}
            />
          </div>
          {forCustomer(role) && lookAt && (
            <Group align="flex-end" wrap="nowrap">
              {all.length > 1 && (
                <Select
                  label={words.customerVenue}
                  allowDeselect={false}
                  value={lookAt}
                  onChange={(next) => setAt(next ?? undefined)}
                  data={all.map((venue) => ({ value: venue.id, label: venue.name }))}
                />
              )}
              <CustomerPicker label={words.customer} venueId={lookAt} value={person} onChange={setPerson} required />
            </Group>
          )}
          <MultiSelect
            size="xs"
            label={words.venues}
            description={words.venuesHelp}
            data={all.map((venue) => ({ value: venue.id, label: venue.name }))}
            value={venueIds}
            onChange={setVenueIds}
          />
          <MultiSelect
            size="xs"
            searchable
            clearable
            label={words.scopes}
            description={words.scopesHelp}
            data={viewer.capabilities.map((value) => ({ value, label: capability[value] ? `${capability[value]} (${value})` : value }))}
            value={scopes}
            onChange={setScopes}
            clearButtonProps={{ 'aria-label': frame.remove }}
          />
          <MomentInput
            label={words.until}
            value={until}
            onChange={setUntil}
            zone={deviceZone()}
            description={words.untilHelp}
            min={wallOf(now, deviceZone())}
            error={past ? words.past : undefined}
          />
          <CommandResult of={issue} done={words.done(name)} />
          <Group justify="flex-end">
            {missing && (
              <Text size="xs" c="dimmed">
                {words.customerMissing}
              </Text>
            )}
            <Button type="submit" disabled={issue.busy || !name.trim() || past || missing}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
