import { Alert } from '@mantine/core'
import { useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import type { AdminKeyFragment } from '../../gql/admin/graphql'
import { Icon } from '../../components/icons'
import { LengthInput } from '../entry/LengthInput'
import { secondsOf } from '../entry/length'
import { Confirm } from '../frame/Confirm'
import { SecretOnce } from '../frame/SecretOnce'
import { useAdminWords } from '../words'
import { RevokeKey, RotateKey } from './documents'

const most = 10_080

/** What can be done with a key: another secret, or its end. */
export function KeyActs({ apiKey: key, open, close }: { apiKey: AdminKeyFragment; open: 'rotate' | 'revoke' | null; close: () => void }) {
  const {
    access: { key: words },
  } = useAdminWords()
  const [overlap, setOverlap] = useState('PT1H')
  const rotate = useCommand(RotateKey, { target: key.id, about: key.name })
  const revoke = useCommand(RevokeKey, { target: key.id, about: key.name })
  const minutes = (secondsOf(overlap) ?? -1) / 60
  const result = rotate.state.phase === 'settled' ? rotate.state.result : undefined
  const secret = result?.payload?.secret
  const lost = result && !secret && (result.settled.kind === 'done' || result.settled.kind === 'doneBefore')
  const settled = rotate.state.phase !== 'idle' || revoke.state.phase !== 'idle'
  if (!open && !settled) return null
  return (
    <tr className="sheet-form">
      <td colSpan={7}>
        {secret && (
          <SecretOnce
            title={words.secretTitle(key.name)}
            text={words.secretText}
            secret={secret}
            close={() => {
              rotate.dismiss()
              close()
            }}
          />
        )}
        {lost && (
          <Alert variant="light" color="amber" icon={<Icon name="warning" />}>
            {words.noSecret}
          </Alert>
        )}
        {open === 'rotate' && (
          <Confirm
            command={rotate}
            text={words.overlapHelp}
            submit={words.rotateSubmit}
            done={words.rotated}
            cancel={close}
            destructive={false}
            disabled={!(minutes >= 0 && minutes <= most)}
            run={() => void rotate.run({ apiKeyId: key.id, overlapMinutes: minutes, expectedVersion: key.version }, key)}
          >
            <LengthInput label={words.overlap} value={overlap} onChange={setOverlap} />
          </Confirm>
        )}
        {open === 'revoke' && (
          <Confirm
            command={revoke}
            text={words.revokeText}
            submit={words.revokeSubmit}
            done={words.revoked}
            cancel={close}
            run={() => void revoke.run({ apiKeyId: key.id, expectedVersion: key.version }, key)}
          />
        )}
        {!open && (
          <CommandResult of={rotate.state.phase !== 'idle' ? rotate : revoke} done={rotate.state.phase !== 'idle' ? words.rotated : words.revoked} />
        )}
      </td>
    </tr>
  )
}
