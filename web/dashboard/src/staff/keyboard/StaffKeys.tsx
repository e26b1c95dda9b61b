import { ActionIcon, Kbd, Modal, Stack, Switch, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../../components/icons'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useVenue } from '../../shell/venue'
import { useActWords } from '../acts/words'
import { printed } from './keys'
import { turnSingleKeys, useSingleKeys } from './singleKeys'
import { type Bindings, useKeys } from './useKeys'
import './keyboard.css'

/** One line of the list of keys. */
export interface KeyLine {
  keys: readonly string[]
  does: string
}

interface Props {
  bindings: Bindings
  lines: readonly KeyLine[]
}

/** The keys of a staff screen: its own, those that go to the other screens, and the list of them all behind "?". */
export function StaffKeys({ bindings, lines }: Props) {
  const [shown, { open, close, toggle }] = useDisclosure()
  const { code } = useVenue()
  const go = useNavigate()
  const { nav } = useWords(shellWords)
  const words = useActWords().keys
  const params = { venue: code }
  useKeys({
    ...bindings,
    'g q': () => void go({ to: '/v/$venue/queue', params }),
    'g t': () => void go({ to: '/v/$venue/timeline', params }),
    'g r': () => void go({ to: '/v/$venue/reservations', params }),
    'g w': () => void go({ to: '/v/$venue/waitlist', params }),
    '?': toggle,
  })
  const everywhere: KeyLine[] = [
    { keys: ['g q'], does: words.go(nav.queue) },
    { keys: ['g t'], does: words.go(nav.timeline) },
    { keys: ['g r'], does: words.go(nav.reservations) },
    { keys: ['g w'], does: words.go(nav.waitlist) },
    { keys: ['?'], does: words.help },
  ]
  return (
    <>
      <ActionIcon color="slate" onClick={open} aria-label={words.title} aria-keyshortcuts="?" title={words.title} data-testid="keys">
        <Icon name="help" />
      </ActionIcon>
      <KeyList shown={shown} close={close} lines={[...lines, ...everywhere]} />
    </>
  )
}

function KeyList({ shown, close, lines }: { shown: boolean; close: () => void; lines: readonly KeyLine[] }) {
  const words = useActWords().keys
  const on = useSingleKeys()
  const closeLabel = useWords(shellWords).close
  return (
    <Modal opened={shown} onClose={close} title={words.title} closeButtonProps={{ 'aria-label': closeLabel }}>
      <Stack gap="sm">
        <Table withRowBorders={false} verticalSpacing={4} aria-label={words.title}>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.keys.join()}>
                <Table.Th scope="row" w="9rem">
                  {line.keys.map((keys, i) => (
                    <span key={keys}>
                      {i > 0 && ' / '}
                      {keys.split(' ').map((key) => (
                        <Kbd key={key} size="sm" className="key">
                          {printed(key)}
                        </Kbd>
                      ))}
                    </span>
                  ))}
                </Table.Th>
                <Table.Td>{line.does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch checked={on} onChange={(event) => turnSingleKeys(event.currentTarget.checked)} label={words.single} description={words.singleHelp} />
        {!on && (
          <Text size="sm" c="dimmed">
            {words.off}
          </Text>
        )}
      </Stack>
    </Modal>
  )
}
