import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { Icon } from '../../components/icons'
import { Empty, Loaded } from '../../components/states'
import { TimeText, ZoneNote } from '../../components/TimeText'
import type { AdminMemberFragment } from '../../gql/admin/graphql'
import { enumWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { deviceZone } from '../../time/device'
import { Confirm } from '../frame/Confirm'
import { ActsHead, Sheet } from '../frame/Sheet'
import { usePages } from '../frame/usePages'
import { useAdminWords } from '../words'
import { MembersQuery, RevokeMembership } from './documents'
import { GrantMembershipForm } from './GrantMembership'
import { Limits } from './Limits'

/** The people who may sign in. */
export function Members() {
  const { access: words } = useAdminWords()
  const [adding, add] = useDisclosure()
  const [ended, setEnded] = useState(false)
  const pages = usePages()
  const [answer, again] = useQuery({ query: MembersQuery, variables: { after: pages.after } })
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
          {words.member.add}
        </Button>
      </Group>
      {adding && <GrantMembershipForm close={add.close} granted={refresh} />}
      <Loaded of={answer} retry={again}>
        {({ memberships: { nodes, pageInfo } }) => {
          const members = nodes.filter((member) => ended || !member.revokedAt)
          return (
            <>
              {members.length === 0 ? (
                <Empty icon="person" title={words.noMembers} />
              ) : (
                <Sheet
                  label={words.tabs.members}
                  head={
                    <>
                      <th scope="col">{columns.name}</th>
                      <th scope="col">{columns.role}</th>
                      <th scope="col">{columns.person}</th>
                      <th scope="col">{columns.limits}</th>
                      <th scope="col">{columns.lastSeen}</th>
                      <th scope="col">{columns.state}</th>
                      <ActsHead />
                    </>
                  }
                >
                  {members.map((member) => (
                    <MemberRow key={member.id} member={member} />
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

function MemberRow({ member }: { member: AdminMemberFragment }) {
  const { access: words, frame } = useAdminWords()
  const roles = useWords(enumWords).role
  const [open, setOpen] = useState(false)
  const revoke = useCommand(RevokeMembership, { target: member.id, about: member.displayName })
  const state = member.revokedAt ? 'revoked' : member.subject ? 'live' : 'waiting'
  return (
    <>
      <tr data-over={member.revokedAt ? true : undefined}>
        <th scope="row">{member.displayName}</th>
        <td>{roles[member.role] ?? member.role}</td>
        <td>
          {member.email ?? <span className="mono">{member.subject}</span>}
          <Text size="xs" c="dimmed">
            {member.issuer}
          </Text>
        </td>
        <td>
          <Limits of={member} />
        </td>
        <td>{member.lastSignedInAt ? <TimeText at={member.lastSignedInAt} zone={deviceZone()} style="dateTime" bare /> : frame.never}</td>
        <td>
          <Badge variant="light" tt="none" color={state === 'live' ? 'pine' : state === 'waiting' ? 'amber' : 'slate'}>
            {words.state[state]}
          </Badge>
        </td>
        <td className="acts">
          {!member.revokedAt && (
            <Button
              variant="subtle"
              color="rust"
              aria-expanded={open}
              aria-label={words.member.revokeOf(member.displayName)}
              onClick={() => setOpen(!open)}
            >
              {words.member.revoke}
            </Button>
          )}
        </td>
      </tr>
      {(open || revoke.state.phase !== 'idle') && (
        <tr className="sheet-form">
          <td colSpan={7}>
            {open && !member.revokedAt ? (
              <Confirm
                command={revoke}
                text={words.member.revokeText}
                submit={words.member.revokeSubmit}
                done={words.member.revoked}
                cancel={() => setOpen(false)}
                run={() => void revoke.run({ membershipId: member.id, expectedVersion: member.version }, member)}
              />
            ) : (
              <CommandResult of={revoke} done={words.member.revoked} />
            )}
          </td>
        </tr>
      )}
    </>
  )
}
