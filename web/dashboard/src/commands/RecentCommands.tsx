import { ActionIcon, Badge, Drawer, Group, Indicator, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useWatched } from '../api/observable'
import { Icon } from '../components/icons'
import { commandWords, enumWords, shellWords } from '../messages/catalogues'
import { useLanguage } from '../messages/language'
import { number, useWords } from '../messages/words'
import { deviceZone } from '../time/device'
import { formatTime, zoneName } from '../time/format'
import { askNow } from './driver'
import type { CommandRecord, OpenCommand } from './kinds'
import { memory } from './ledger'
import { nameOf, toneOf, useSay } from './say'

/** A button, and behind it what was commanded on this page: what is open on top, then what is settled. */
export function RecentCommands() {
  const [opened, { open, close }] = useDisclosure()
  const { open: openByTarget, recent } = useWatched(memory)
  const words = useWords(commandWords)
  const language = useLanguage()
  const waiting = Object.values(openByTarget)
  return (
    <>
      <Indicator disabled={waiting.length === 0} label={number(language, waiting.length)} size={16} color="amber.8" offset={4}>
        <ActionIcon onClick={open} color="slate" aria-label={waiting.length ? `${words.recent}, ${words.openCount(number(language, waiting.length))}` : words.recent} title={words.recent} data-testid="recent-commands">
          <Icon name="recent" />
        </ActionIcon>
      </Indicator>
      <Drawer opened={opened} onClose={close} position="right" title={words.recent} closeButtonProps={{ 'aria-label': useWords(shellWords).close }}>
        <Stack gap="sm">
          {waiting.length + recent.length === 0 && <Text c="dimmed">{words.recentNone}</Text>}
          {waiting.map((command) => <Waiting key={command.key} command={command} />)}
          {recent.map((record) => <Past key={record.key} record={record} />)}
        </Stack>
      </Drawer>
    </>
  )
}

function Head({ operation, about, at }: { operation: string; about?: string | undefined; at: number }) {
  const words = useWords(commandWords)
  const language = useLanguage()
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text fw={600} size="sm">{nameOf(words, operation)}{about ? ` · ${about}` : ''}</Text>
      <Text size="xs" c="dimmed" component="time">{formatTime(at, deviceZone(), language)} {zoneName(deviceZone(), at, language)}</Text>
    </Group>
  )
}

function Waiting({ command }: { command: OpenCommand }) {
  const words = useWords(commandWords)
  return (
    <div className="recent" data-key={command.key} data-phase={command.phase}>
      <Head operation={command.operation} about={command.about} at={command.at} />
      <Text size="sm">{words[command.phase]}</Text>
      {command.phase !== 'sending' && <button type="button" className="linklike" onClick={() => askNow(command.target)}>{words.askNow}</button>}
      <Text size="xs" c="dimmed">{words.reference(command.key.slice(0, 8))}</Text>
    </div>
  )
}

function Past({ record }: { record: CommandRecord }) {
  const words = useWords(commandWords)
  const outcomes = useWords(enumWords).outcome
  const say = useSay()
  const label = { done: outcomes.COMMITTED, doneBefore: outcomes.COMMITTED, accepted: outcomes.ACCEPTED, refused: outcomes.REJECTED, notTaken: outcomes.REJECTED }[record.settled.kind]
  return (
    <div className="recent" data-key={record.key} data-kind={record.settled.kind}>
      <Head operation={record.operation} about={record.about} at={record.settledAt} />
      <Group gap="xs"><Badge size="sm" variant="light" color={toneOf(record.settled)} tt="none">{label}</Badge><Text size="sm">{say(record)}</Text></Group>
      {record.recovered && <Text size="xs" c="dimmed">{words.recovered}</Text>}
      <Text size="xs" c="dimmed">{words.reference(record.correlationId ?? record.key.slice(0, 8))}</Text>
    </div>
  )
}
