import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client'
import { VenuesQuery } from '../../api/viewer'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { graphql } from '../../gql/admin'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { deviceZone } from '../../time/device'
import { ZonePicker } from '../entry/ZonePicker'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'
import { codeFor, isCode } from './code'

const Create = graphql(`
  mutation AdminCreateVenue($input: CreateVenueInput!) {
    createVenue(input: $input) {
      ...CommandFields
      venue {
        ...AdminVenueSettings
      }
    }
  }
`)

/** The form of a new venue. It stays open until the venue is there. */
export function CreateVenue({ close, added }: { close: () => void; added: () => void }) {
  const {
    venues: { form: words, add },
  } = useAdminWords()
  const shell = useWords(shellWords)
  const [name, setName] = useState('')
  const [code, setCode] = useState<string>()
  const [zone, setZone] = useState(deviceZone)
  const create = useCommand(Create, { target: 'new-venue', about: name })
  useSettled(create.state, () => {
    added()
    void client.query(VenuesQuery, {}, { requestPolicy: 'network-only' }).toPromise() // the list of the frame, by which addresses are found
  })
  const made =
    create.state.phase === 'settled' && ['done', 'doneBefore'].includes(create.state.result.settled.kind)
      ? create.state.result.payload?.venue
      : undefined
  const shownCode = code ?? codeFor(name)
  const leave = () => {
    if (create.state.phase === 'settled') create.dismiss()
    close()
  }
  return (
    <Modal opened onClose={leave} title={add} closeButtonProps={{ 'aria-label': shell.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void create.run({ name: name.trim(), code: shownCode, timeZone: zone })
        }}
      >
        <Stack>
          {!made && (
            <>
              <TextInput
                label={words.name}
                description={words.nameHelp}
                required
                maxLength={200}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                data-autofocus
              />
              <TextInput
                label={words.code}
                description={words.codeHelp}
                required
                maxLength={60}
                value={shownCode}
                spellCheck={false}
                autoCapitalize="none"
                error={shownCode && !isCode(shownCode) ? words.badCode : undefined}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              <ZonePicker label={words.zone} value={zone} onChange={setZone} description={words.zoneHelp} />
            </>
          )}
          <CommandResult of={create} done={made && words.done(made.name)} />
          {made ? (
            <Stack gap="xs">
              <Text size="sm">{words.next}</Text>
              <Group>
                <Anchor renderRoot={(props) => <Link to={`/v/${made.code}/admin/resources`} {...props} />}>{words.toResources}</Anchor>
                <Anchor renderRoot={(props) => <Link to={`/v/${made.code}/admin/hours`} {...props} />}>{words.toHours}</Anchor>
              </Group>
            </Stack>
          ) : (
            <Group justify="flex-end">
              <Button type="submit" disabled={create.busy || !name.trim() || !isCode(shownCode) || !zone}>
                {words.submit}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Modal>
  )
}
