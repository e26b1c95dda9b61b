import { Badge, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { CommandResult } from '../commands/CommandResult'
import { useCommand } from '../commands/useCommand'
import { Empty, Loaded } from '../components/states'
import { TimeText } from '../components/TimeText'
import { graphql } from '../gql/admin'
import type { AdminAdjustmentFragment } from '../gql/admin/graphql'
import { enumWords } from '../messages/catalogues'
import { useLanguage } from '../messages/language'
import { number, useWords } from '../messages/words'
import { useVenue } from '../shell/venue'
import { useMay } from '../shell/Viewer'
import { useServerNow } from '../time/countdown'
import { Grant } from './access/GrantAdjustment'
import { CustomerPicker, type Person } from './entry/CustomerPicker'
import { Confirm } from './frame/Confirm'
import { PageHead } from './frame/PageHead'
import { Section } from './frame/Section'
import { ActsHead, Sheet } from './frame/Sheet'
import { usePages } from './frame/usePages'
import { useSettled } from './frame/useSettled'
import { useAdminWords } from './words'

const Adjustments = graphql(`
  query AdminAdjustments($venueId: ID!, $customerId: ID, $after: String) {
    adjustments(venueId: $venueId, customerId: $customerId, first: 100, after: $after) {
      nodes {
        ...AdminAdjustment
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export const AdjustmentFields = graphql(`
  fragment AdminAdjustment on Adjustment {
    id
    version
    kind
    amount
    reason
    grantedBy
    expiresAt
    revokedAt
    customer {
      ...CustomerCore
    }
  }
`)
const Revoke = graphql(`
  mutation AdminRevokeAdjustment($input: RevokeAdjustmentInput!) {
    revokeAdjustment(input: $input) {
      ...CommandFields
      adjustment {
        ...AdminAdjustment
      }
    }
  }
`)

const stateOf = (adjustment: AdminAdjustmentFragment, now: number) =>
  adjustment.revokedAt ? 'revoked' : adjustment.expiresAt && Date.parse(adjustment.expiresAt) <= now ? 'expired' : 'inForce'

/** What a venue grants to customers or restricts them by. */
export function AdjustmentsPage() {
  const { adjustments: words, frame } = useAdminWords()
  const venue = useVenue()
  const may = useMay('adjustment:manage')
  const now = useServerNow(10_000)
  const [person, setPerson] = useState<Person | null>(null)
  const [ended, setEnded] = useState(false)
  const pages = usePages()
  const [answer, again] = useQuery({ query: Adjustments, variables: { venueId: venue.id, customerId: person?.id ?? null, after: pages.after } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  const { columns } = words
  return (
    <Stack>
      <PageHead title={words.title}>{words.text}</PageHead>
      {may && <Grant venue={venue} granted={refresh} />}
      <Section title={words.title}>
        <Group align="center">
          <CustomerPicker
            label={frame.customer.label}
            venueId={venue.id}
            value={person}
            onChange={(next) => {
              pages.first()
              setPerson(next)
            }}
          />
          <Switch label={words.showEnded} checked={ended} onChange={(event) => setEnded(event.currentTarget.checked)} />
        </Group>
        <Loaded of={answer} retry={again}>
          {({ adjustments: { nodes, pageInfo } }) => {
            const rows = nodes.filter((one) => ended || stateOf(one, now) === 'inForce')
            if (nodes.length === 0 && !pages.after)
              return (
                <Empty icon="adjustments" title={words.none}>
                  {words.noneText}
                </Empty>
              )
            return (
              <>
                {rows.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    {words.noneHere}
                  </Text>
                ) : (
                  <Sheet
                    label={words.title}
                    head={
                      <>
                        <th scope="col">{columns.customer}</th>
                        <th scope="col">{columns.kind}</th>
                        <th scope="col" className="number">
                          {columns.amount}
                        </th>
                        <th scope="col">{columns.reason}</th>
                        <th scope="col">{columns.by}</th>
                        <th scope="col">{columns.until}</th>
                        <th scope="col">{columns.state}</th>
                        <ActsHead />
                      </>
                    }
                  >
                    {rows.map((one) => (
                      <Row key={one.id} adjustment={one} state={stateOf(one, now)} zone={venue.timeZone} may={may} />
                    ))}
                  </Sheet>
                )}
                {pages.bar(pageInfo)}
              </>
            )
          }}
        </Loaded>
      </Section>
    </Stack>
  )
}

function Row({
  adjustment,
  state,
  zone,
  may,
}: {
  adjustment: AdminAdjustmentFragment
  state: ReturnType<typeof stateOf>
  zone: string
  may: boolean
}) {
  const { adjustments: words, frame } = useAdminWords()
  const kinds = useWords(enumWords).adjustmentKind as Record<string, string>
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const kind = kinds[adjustment.kind] ?? adjustment.kind
  const revoke = useCommand(Revoke, { target: adjustment.id, about: `${kind}, ${adjustment.customer.name}` })
  useSettled(revoke.state, () => setOpen(false))
  return (
    <>
      <tr data-over={state === 'inForce' ? undefined : true}>
        <th scope="row">{adjustment.customer.name}</th>
        <td>{kind}</td>
        <td className="number">{adjustment.amount ? number(language, adjustment.amount) : '–'}</td>
        <td>{adjustment.reason}</td>
        <td>{adjustment.grantedBy}</td>
        <td>{adjustment.expiresAt ? <TimeText at={adjustment.expiresAt} zone={zone} style="dateTime" /> : words.forever}</td>
        <td>
          <Badge variant="light" tt="none" color={state === 'inForce' ? 'pine' : 'slate'}>
            {words.state[state]}
          </Badge>
        </td>
        <td className="acts">
          {may && state === 'inForce' && (
            <Button
              variant="subtle"
              color="slate"
              aria-expanded={open}
              aria-label={words.revoke.of(kind, adjustment.customer.name)}
              onClick={() => setOpen(!open)}
            >
              {open ? frame.cancel : words.revoke.button}
            </Button>
          )}
        </td>
      </tr>
      {open ? (
        <tr className="sheet-form">
          <td colSpan={8}>
            <Confirm
              command={revoke}
              text={words.revoke.text}
              submit={words.revoke.submit}
              done={words.revoke.done}
              cancel={() => setOpen(false)}
              disabled={!reason.trim()}
              run={() => void revoke.run({ adjustmentId: adjustment.id, reason: reason.trim(), expectedVersion: adjustment.version }, adjustment)}
            >
              <TextInput
                label={frame.reason}
                required
                maxLength={500}
                maw="28rem"
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            </Confirm>
          </td>
        </tr>
      ) : (
        revoke.state.phase !== 'idle' && (
          <tr className="sheet-form">
            <td colSpan={8}>
              <CommandResult of={revoke} done={words.revoke.done} />
            </td>
          </tr>
        )
      )}
    </>
  )
}
