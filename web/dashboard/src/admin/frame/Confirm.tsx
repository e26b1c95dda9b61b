import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import type { CommandPayload } from '../../commands/kinds'
import type { Command } from '../../commands/useCommand'
import { useAdminWords } from '../words'

interface Props<P extends CommandPayload> {
  command: Pick<Command<never, P>, 'state' | 'dismiss' | 'target' | 'busy'>
  /** What will happen. */
  text: ReactNode
  submit: string
  run: () => void
  cancel: () => void
  done: ReactNode
  /** What must be given first, a reason. */
  children?: ReactNode
  disabled?: boolean
  destructive?: boolean
}

/** A command that can't be taken back, asked for once more in its place: what it does, and how it ended. */
export function Confirm<P extends CommandPayload>({
  command,
  text,
  submit,
  run,
  cancel,
  done,
  children,
  disabled = false,
  destructive = true,
}: Props<P>) {
  const { frame } = useAdminWords()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <Stack gap="xs">
        <Text size="sm">{text}</Text>
        {children}
        <Group gap="xs">
          <Button type="submit" color={destructive ? 'rust' : undefined} disabled={command.busy || disabled}>
            {submit}
          </Button>
          <Button variant="subtle" color="slate" onClick={cancel}>
            {frame.cancel}
          </Button>
        </Group>
        <CommandResult of={command} done={done} />
      </Stack>
    </form>
  )
}
