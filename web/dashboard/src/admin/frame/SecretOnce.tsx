import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/icons'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useAdminWords } from '../words'
import { CopyButton } from './CopyButton'

/** Shows a secret that nobody can look up again. It goes away only when its reader says that it is kept. */
export function SecretOnce({ title, text, secret, close }: { title: string; text: string; secret: string; close: () => void }) {
  const { secret: words } = useAdminWords().frame
  const shell = useWords(shellWords)
  const [kept, setKept] = useState(false)
  return (
    <Modal
      opened
      onClose={() => kept && close()}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={kept}
      withCloseButton={kept}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      <Stack>
        <Alert variant="light" color="amber" icon={<Icon name="warning" />}>
          {words.once}
        </Alert>
        <Text size="sm">{text}</Text>
        <Group gap="xs" wrap="nowrap" className="secret">
          <code className="mono" data-testid="secret">
            {secret}
          </code>
          <CopyButton text={secret} label={title} variant="filled" />
        </Group>
        <Checkbox label={words.kept} checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} />
        <Group justify="flex-end">
          <Button disabled={!kept} onClick={close}>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
