import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../commands/useCommand'
import type { ApprovalCoreFragment } from '../../gql/staff/graphql'
import { useMay } from '../../shell/Viewer'
import { KeyButton } from '../keyboard/KeyButton'
import { ActDialog } from './ActDialog'
import { ApproveAction, RejectAction } from './documents'
import { hasMoved } from './ReservationDialogs'
import { asAny, Results } from './Results'
import { useActWords } from './words'

/** A person's yes or no to what an agent has prepared. */
export function ApprovalActs({ approval, about }: { approval: ApprovalCoreFragment; about: string }) {
  const words = useActWords()
  const may = useMay('approval:decide')
  const approve = useCommand(ApproveAction, { target: approval.id, about })
  const reject = useCommand(RejectAction, { target: approval.id, about })
  const [seen, ask] = useState<number>()
  return (
    <Stack gap="sm">
      {may && approval.status === 'PENDING' && (
        <Group gap="xs">
          <KeyButton
            hotkey="c"
            loading={approve.busy}
            onClick={() => void approve.run({ approvalId: approval.id, expectedVersion: approval.version }, approval)}
          >
            {words.button.approve}
          </KeyButton>
          <KeyButton hotkey="d" variant="outline" color="rust" disabled={approve.busy} onClick={() => ask(approval.version)}>
            {words.button.reject}
          </KeyButton>
        </Group>
      )}
      <Results of={[asAny(approve), asAny(reject)]} />
      {seen !== undefined && (
        <ActDialog
          {...words.dialog.reject}
          tone="rust"
          command={asAny(reject)}
          close={() => ask(undefined)}
          changed={hasMoved(approval, seen, reject.busy)}
          send={() => reject.run({ approvalId: approval.id, expectedVersion: seen }, approval)}
        />
      )}
    </Stack>
  )
}
