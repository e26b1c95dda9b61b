import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import type { CommandPayload } from '../../commands/kinds'
import type { Command } from '../../commands/useCommand'
import { useAdminWords } from '../words'
import type { Fields } from './draft'
import type { Draft } from './useDraft'

interface Props<F extends Fields, P extends CommandPayload> {
  draft: Draft<F>
  command: Pick<Command<never, P>, 'state' | 'dismiss' | 'target' | 'busy'>
  save: () => void
  /** What saving is called here. */
  label?: string
  done?: ReactNode
  /** Why it can't be saved as it is. */
  fault?: ReactNode
  /** The comparison with what is true now. */
  moved?: ReactNode
}

/** The end of a form: save, take back, and how the last save ended. What was typed stays until it is through. */
export function SaveBar<F extends Fields, P extends CommandPayload>({ draft, command, save, label, done, fault, moved }: Props<F, P>) {
  const words = useAdminWords().frame
  return (
    <div className="save">
      {moved}
      <div className="save-row">
        <Button
          type="submit"
          disabled={!draft.dirty || command.busy || !!fault || draft.moved.length > 0}
          onClick={(event) => {
            event.preventDefault()
            save()
          }}
        >
          {label ?? words.save}
        </Button>
        {draft.dirty && (
          <Button variant="subtle" color="slate" disabled={command.busy} onClick={draft.reset}>
            {words.discard}
          </Button>
        )}
        {draft.dirty && (
          <Text size="xs" c="dimmed">
            {fault ?? words.unsaved}
          </Text>
        )}
      </div>
      <CommandResult of={command} done={done ?? words.saved} />
    </div>
  )
}
