import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Icon } from '../../components/icons'
import { Empty, Loaded } from '../../components/states'
import { TimeText, ZoneNote } from '../../components/TimeText'
import type { AdminKeyFragment } from '../../gql/admin/graphql'
import { enumWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useServerNow } from '../../time/countdown'
import { deviceZone } from '../../time/device'
import { ActsHead, Sheet } from '../frame/Sheet'
import { usePages } from '../frame/usePages'
import { useAdminWords } from '../words'
import { KeysQuery } from './documents'
import { IssueKeyForm } from './IssueKey'
import { KeyActs } from './KeyActs'
import { Limits } from './Limits'

/** The keys of programs. */
export function Keys() {
  const { access: words } = useAdminWords()
  const now = useServerNow(10_000)
  const [adding, add] = useDisclosure()
  const [ended, setEnded] = useState(false)
  const pages = usePages()
  const [answer, again] = useQuery({ query: KeysQuery, variables: { after: pages.after } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  const { columns } = words
  return (
    <Stack>
      <Group justify="space-between">
        <Group>
          <Switch label={words.showEnded} checked={ended} onChange={(event) => setEnded(event.currentTarget.checked)} />
          <Text size="xs" c="dimmed">
            {words.utc} <ZoneNote zone={deviceZone()} />
          </Text>
        </Group>
        <Button leftSection={<Icon name="plus" size={16} />} onClick={add.open}>
          {words.key.add}
        </Button>
      </Group>
      {adding && <IssueKeyForm close={add.close} issued={refresh} />}
      <Loaded of={answer} retry={again}>
        {({ apiKeys: { nodes, pageInfo } }) => {
          const keys = nodes.filter((key) => ended || stateOf(key, now) === 'live')
          return (
            <>
              {keys.length === 0 ? (
                <Empty icon="access" title={words.noKeys} />
              ) : (
                <Sheet
                  label={words.tabs.keys}
                  head={
                    <>
                      <th scope="col">{columns.name}</th>
                      <th scope="col">{columns.role}</th>
                      <th scope="col">{columns.limits}</th>
                      <th scope="col">{columns.lastUsed}</th>
                      <th scope="col">{columns.until}</th>
                      <th scope="col">{columns.state}</th>
                      <ActsHead />
                    </>
                  }
                >
                  {keys.map((key) => (
                    <KeyRow key={key.id} apiKey={key} now={now} />
                  ))}
                </Sheet>
              )}
              {pages.bar(pageInfo)}
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}

const stateOf = (key: AdminKeyFragment, now: number) =>
  key.revokedAt ? 'revoked' : key.expiresAt && Date.parse(key.expiresAt) <= now ? 'expired' : 'live'

function KeyRow({ apiKey: key, now }: { apiKey: AdminKeyFragment; now: number }) {
  const { access: words, frame } = useAdminWords()
  const roles = useWords(enumWords).role
  const [open, setOpen] = useState<'rotate' | 'revoke' | null>(null)
  const state = stateOf(key, now)
  const overlap = key.previousSecretUntil && Date.parse(key.previousSecretUntil) > now
  return (
    <>
      <tr data-over={state === 'live' ? undefined : true}>
        <th scope="row">{key.name}</th>
        <td>{roles[key.role] ?? key.role}</td>
        <td>
          <Limits of={key} scopes={key.scopes} />
        </td>
        <td>{key.lastUsedAt ? <TimeText at={key.lastUsedAt} zone={deviceZone()} style="dateTime" bare /> : frame.never}</td>
        <td>{key.expiresAt ? <TimeText at={key.expiresAt} zone={deviceZone()} style="dateTime" bare /> : frame.never}</td>
        <td>
          <Badge variant="light" tt="none" color={state === 'live' ? 'pine' : 'slate'}>
            {words.state[state]}
          </Badge>
          {overlap && (
            <Text size="xs" c="amber.9">
              {words.oldSecret} <TimeText at={key.previousSecretUntil!} zone={deviceZone()} style="dateTime" bare />
            </Text>
          )}
        </td>
        <td className="acts">
          {state === 'live' && (
            <>
              <Button
                variant="subtle"
                color="slate"
                aria-expanded={open === 'rotate'}
                aria-label={words.key.rotateOf(key.name)}
                onClick={() => setOpen(open === 'rotate' ? null : 'rotate')}
              >
                {words.key.rotate}
              </Button>
              <Button
                variant="subtle"
                color="rust"
                aria-expanded={open === 'revoke'}
                aria-label={words.key.revokeOf(key.name)}
                onClick={() => setOpen(open === 'revoke' ? null : 'revoke')}
              >
                {words.key.revoke}
              </Button>
            </>
          )}
        </td>
      </tr>
      <KeyActs apiKey={key} open={open} close={() => setOpen(null)} />
    </>
  )
}
