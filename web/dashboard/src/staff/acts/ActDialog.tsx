import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Icon } from '../../components/icons'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import type { CommandResult } from '../../commands/kinds'
import type { Tone } from '../../theme/palette'
import { type AnyCommand, Results } from './Results'
import { useActWords } from './words'

interface Props {
  title: string
  /** What it will do, before anybody presses. */
  what: string
  /** What the button says. */
  go: string
  tone?: Tone
  command: AnyCommand
  /** Sends the command; null where something else is open on the same thing. */
  send: () => Promise<CommandResult | null> | undefined
  close: () => void
  /** Why it can't be sent as it is; the button waits then. */
  blocked?: boolean
  /** Somebody else acted while the dialog was open. */
  changed?: boolean
  size?: string
  children?: ReactNode
}

/** A command that needs a reason or a choice. It closes once the command is through; a refusal is shown where it was asked. */
export function ActDialog({ title, what, go, tone, command, send, close, blocked = false, changed = false, size = 'md', children }: Props) {
  const words = useActWords().dialog
  const closeLabel = useWords(shellWords).close
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const result = await send()
    if (result && (result.settled.kind === 'done' || result.settled.kind === 'doneBefore' || result.settled.kind === 'accepted')) close()
  }
  return (
    <Modal opened onClose={close} title={title} size={size} closeButtonProps={{ 'aria-label': closeLabel }} returnFocus>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {what}
          </Text>
          {changed && (
            <Alert color="amber" variant="light" icon={<Icon name="warning" />} role="alert">
              {words.changed}
            </Alert>
          )}
          {children}
          <Results of={[command]} />
          <Group justify="flex-end" gap="sm">
            <Button variant="subtle" color="slate" onClick={close}>
              {words.close}
            </Button>
            <Button type="submit" {...(tone ? { color: tone } : {})} loading={command.busy} disabled={blocked || changed} data-testid="send">
              {go}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
