import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { announce } from '../components/announce'
import { Icon } from '../components/icons'
import { commandWords, enumWords } from '../messages/catalogues'
import { useLanguage } from '../messages/language'
import { useWords } from '../messages/words'
import { useMaybeViewer } from '../shell/Viewer'
import { describe } from './describe'
import { askNow } from './driver'
import type { CommandPayload, CommandResult as Result, Entity, OpenCommand } from './kinds'
import { nameOf, toneOf, useSay } from './say'
import { showing } from './unseen'
import type { Command } from './useCommand'
import './CommandResult.css'

interface Props<P extends CommandPayload> {
  of: Pick<Command<never, P>, 'state' | 'dismiss' | 'target'>
  /** What to say when it is done; "Done" without. */
  done?: ReactNode | ((result: Result<P>) => ReactNode)
  /** Buttons for the next legal step after a refusal, from the thing as it now stands. */
  next?: (now: Entity | undefined, result: Result<P>) => ReactNode
  /** Show nothing once it is done, where the screen itself shows it. */
  quietWhenDone?: boolean
}

/** How a command stands or ended, in the right words: sending, still running, unknown, done, done before, accepted, refused with what changed. */
export function CommandResult<P extends CommandPayload>({ of, done, next, quietWhenDone = false }: Props<P>) {
  const { state, dismiss, target } = of
  useEffect(() => showing(target), [target])
  const say = useSay()
  const told = useRef('')
  const settledKey = state.phase === 'settled' ? `${state.result.key} ${state.result.settled.kind} ${'intentStatus' in state.result.settled ? state.result.settled.intentStatus : ''}` : ''
  const sentence = state.phase === 'settled' ? say(state.result) : ''
  useEffect(() => {
    if (!settledKey || told.current === settledKey) return
    told.current = settledKey
    announce(sentence)
  }, [settledKey, sentence])
  if (state.phase === 'idle') return null
  if (state.phase === 'open') return <Open command={state.command} mine={state.mine} />
  const { result } = state
  if (quietWhenDone && result.settled.kind === 'done' && result.reread) return null
  return <Settled result={result} dismiss={dismiss} done={done as never} next={next as never} />
}

/** Most commands are done before anybody could read that they are on their way. */
const showSendingAfter = 400

function Open({ command, mine }: { command: OpenCommand; mine: boolean }) {
  const words = useWords(commandWords)
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), showSendingAfter)
    return () => clearTimeout(timer)
  }, [])
  const text = mine ? words[command.phase] : words.otherOpen(nameOf(words, command.operation))
  const unknown = command.phase === 'unknown'
  if (command.phase === 'sending' && mine && !long) return null
  return (
    <div className="command-open" data-testid="command" data-phase={command.phase} role={unknown ? 'status' : undefined}>
      <Loader size={16} color={unknown ? 'amber' : 'sea'} />
      <Text size="sm">{text}</Text>
      {(unknown || command.phase === 'waiting') && (
        <Button variant="subtle" size="compact-sm" onClick={() => askNow(command.target)}>{words.askNow}</Button>
      )}
      {command.phase === 'signedOut' && <a href="/">{words.signIn}</a>}
      {command.phase !== 'sending' && <Text size="xs" c="dimmed">{words.reference(command.key.slice(0, 8))}</Text>}
    </div>
  )
}

export function Settled({ result, dismiss, done, next, named = false }: { result: Result; dismiss: () => void; named?: boolean; done?: ReactNode | ((result: Result) => ReactNode); next?: Props<CommandPayload>['next'] }) {
  const words = useWords(commandWords)
  const enums = useWords(enumWords)
  const say = useSay()
  const { settled } = result
  const good = settled.kind === 'done' || settled.kind === 'doneBefore'
  const title = settled.kind === 'refused' ? `${words.refused}: ${say(result)}` : settled.kind === 'notTaken' ? words.notTaken : settled.kind === 'done' && done ? (typeof done === 'function' ? done(result) : done) : say(result)
  return (
    <Alert
      className="command-result" variant="light" color={toneOf(settled)} withCloseButton onClose={dismiss} closeButtonLabel={words.dismiss}
      icon={<Icon name={good ? 'check' : settled.kind === 'accepted' ? 'info' : 'warning'} />} title={title}
      data-testid="command-result" data-kind={settled.kind} data-code={settled.kind === 'refused' ? settled.problem.code : settled.kind === 'notTaken' ? settled.code : undefined}
    >
      <Stack gap="xs">
        {named && <Text size="sm" fw={600}>{nameOf(words, result.operation)}{result.about ? ` · ${result.about}` : ''}</Text>}
        {settled.kind === 'refused' && <Text size="sm">{enums.hint[settled.problem.code] ?? settled.problem.message}</Text>}
        {settled.kind === 'notTaken' && <Text size="sm">{say(result)}{settled.message ? ` ${settled.message}` : ''}</Text>}
        {result.recovered && <Text size="sm">{words.recovered}</Text>}
        {good && !result.reread && result.entity && <Text size="sm">{words.notReread}</Text>}
        {settled.kind === 'refused' && <Compare saw={result.saw} now={result.now} />}
        {settled.kind === 'refused' && (
          <Group gap="xs">
            {next?.(result.now, result)}
            {settled.problem.retry === 'REREAD' && <Button variant="outline" color="slate" size="compact-sm" onClick={dismiss}>{words.goOn}</Button>}
          </Group>
        )}
        {!good && result.correlationId && <Text size="xs" c="dimmed">{words.reference(result.correlationId)}</Text>}
      </Stack>
    </Alert>
  )
}

/** What was seen, beside what is. Rows that differ are marked by words struck out, not by colour alone. */
function Compare({ saw, now }: { saw: Entity | undefined; now: Entity | undefined }) {
  const words = useWords(commandWords)
  const enums = useWords(enumWords)
  const language = useLanguage()
  const guest = useMaybeViewer()?.role === 'CUSTOMER' // to whom a version's number says nothing
  if (!now) return null
  const all = { commands: words, enums, language }
  const rows = describe(now, all).filter(({ field }) => !guest || field !== 'version')
  const before = new Map(saw && saw.id === now.id ? describe(saw, all).map((row) => [row.field, row.text]) : [])
  if (rows.length === 0) return null
  const commands = Array.isArray(now.viewerCommands) ? (now.viewerCommands as string[]) : undefined
  return (
    <>
      <table className="compare" data-testid="compare">
        <thead>
          <tr>
            <th scope="col"><span className="said">{words.what}</span></th>
            {before.size > 0 && <th scope="col">{words.youSaw}</th>}
            <th scope="col">{words.now}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, text }) => {
            const was = before.get(field)
            const changed = was !== undefined && was !== text
            return (
              <tr key={field} data-changed={changed || undefined}>
                <th scope="row">{words.field[field]}</th>
                {before.size > 0 && <td>{changed ? <del>{was}</del> : was}</td>}
                <td>{changed ? <strong>{text}</strong> : text}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {commands && (
        <Text size="sm">{commands.length ? `${words.possibleNow}: ${commands.map((name) => nameOf(words, name)).join(', ')}` : words.nothingPossible}</Text>
      )}
    </>
  )
}
