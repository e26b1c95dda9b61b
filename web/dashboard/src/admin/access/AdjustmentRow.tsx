import { Badge, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { TimeText } from '../../components/TimeText'
import { graphql } from '../../gql/admin'
import type { AdminAdjustmentFragment } from '../../gql/admin/graphql'
import { useActor } from '../../history/useActor'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { Confirm } from '../frame/Confirm'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'

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

/** How an adjustment stands. */
export const stateOf = (adjustment: AdminAdjustmentFragment, now: number) =>
  adjustment.revokedAt ? 'revoked' : adjustment.expiresAt && Date.parse(adjustment.expiresAt) <= now ? 'expired' : 'inForce'

/** One adjustment, and taking it back. */
export function AdjustmentRow({
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
  const actor = useActor()
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
        <td>{actor(adjustment.grantedBy)}</td>
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
