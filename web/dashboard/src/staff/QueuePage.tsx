import { Group, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { announce } from '../components/announce'
import { Loading, ReadError } from '../components/states'
import { ZoneNote } from '../components/TimeText'
import { shellWords } from '../messages/catalogues'
import { useLanguage } from '../messages/language'
import { useWords } from '../messages/words'
import { useVenue } from '../shell/venue'
import { useAddress } from '../shell/useAddress'
import { formatTime, zoneName } from '../time/format'
import { KeyButton, pressIn } from './keyboard/KeyButton'
import { StaffKeys } from './keyboard/StaffKeys'
import { useHand } from './live/useHand'
import { AllDone } from './queue/AllDone'
import { Evidence } from './queue/Evidence'
import { KindFilter } from './queue/KindFilter'
import { NextToRunOut } from './queue/NextToRunOut'
import { PutAside } from './queue/PutAside'
import { QueueRow } from './queue/QueueRow'
import { Stale } from './queue/Stale'
import { useActionQueue } from './queue/useActionQueue'
import { useAside } from './queue/useAside'
import { useBoard } from './queue/useBoard'
import { useQueueKeyLines } from './queue/useQueueKeyLines'
import { useQueueWords } from './queue/words'
import { WalkInButton } from './walkin/WalkInDialog'
import './queue/queue.css'

/** Keys that press a button of the pane beside the list. */
const pressed = ['c', 'p', 'd', 'x', 'n', 'm', 'e', 'f', 'r', 't', 'o'] as const

/** What waits for a person at this venue, most urgent first, live, and worked by the keyboard alone. */
export function QueuePage() {
  const venue = useVenue()
  const words = useQueueWords()
  const { nav } = useWords(shellWords)
  const language = useLanguage()
  const queue = useActionQueue(venue.id)
  const aside = useAside(venue.id)
  const { kind } = useSearch({ strict: false })
  const [, goTo] = useAddress()
  const region = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLElement>(null)
  const [hand, letGo] = useHand(region)
  const [opened, open] = useState(false)
  const putAside = queue.waiting?.filter(aside.isAside) ?? []
  const asideIds = putAside.map((item) => item.id).join()
  const waiting = useMemo(
    () => queue.waiting?.filter((item) => (!kind || item.kind === kind) && !asideIds.split(',').includes(item.id)),
    [queue.waiting, kind, asideIds],
  )
  const { board, fresh, selected, choose, step, onward, letIn } = useBoard(waiting, hand)
  const zone = venue.timeZone

  const focusRow = (id: string | null) => {
    if (id === null) return
    choose(id)
    requestAnimationFrame(() => region.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"].queue-row`)?.focus())
  }
  const move = (steps: 1 | -1) => (event: KeyboardEvent) => {
    event.preventDefault()
    focusRow(step(steps))
  }
  const putItAside = () => {
    if (!selected || selected.gone) return
    const next = onward()
    const until = aside.put(selected.item)
    announce(until === undefined ? words.tooLateAside : words.wasPutAside(`${formatTime(until, zone, language)} ${zoneName(zone, until, language)}`))
    if (until === undefined) return
    if (next === null || next === selected.item.id) choose(null)
    else focusRow(next)
  }
  const leave = () => {
    if (pane.current?.contains(document.activeElement)) return focusRow(board.selected)
    choose(null)
    letGo()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  const press = (key: string) => () => {
    if (!selected) return
    if (!pressIn(pane.current, key) && selected.gone) announce(words.alreadySettled)
  }

  // What had the focus may go away with what it did: the row takes it then, so that nobody is thrown to the top of the page.
  useEffect(() => {
    if (hand && board.selected && document.activeElement === document.body && !document.querySelector('[role="dialog"]'))
      region.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(board.selected)}"].queue-row`)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (!board.selected) open(false)
  }, [board.selected])
  const count = fresh.length
  useEffect(() => {
    if (count > 0) announce(words.arrived(count))
  }, [count, words])

  const stop = board.selected ?? board.rows[0]?.item.id
  const lines = useQueueKeyLines()
  return (
    <Stack gap="sm" className="queue-page">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={1} size="h2">
            {nav.queue}
          </Title>
          {queue.waiting && (
            <Text size="sm" c="dimmed" data-testid="queue-count">
              {words.count(queue.waiting.length)}
            </Text>
          )}
          <NextToRunOut of={waiting ?? []} />
        </Group>
        <Group gap="xs">
          <ZoneNote zone={zone} />
          <KindFilter of={queue.waiting ?? []} kind={kind ?? ''} choose={(next) => goTo({ kind: next })} />
          <WalkInButton />
          <StaffKeys
            lines={lines}
            bindings={{
              j: move(1),
              k: move(-1),
              ArrowDown: move(1),
              ArrowUp: move(-1),
              h: putItAside,
              a: letIn,
              Escape: leave,
              Enter: (event) => {
                if (!(event.target instanceof Element) || !event.target.classList.contains('queue-row')) return
                event.preventDefault()
                open(true)
                requestAnimationFrame(() => pane.current?.focus())
              },
              ...Object.fromEntries(pressed.map((key) => [key, press(key)])),
            }}
          />
        </Group>
      </Group>
      <Stale readAt={queue.readAt} zone={zone} />
      {!queue.waiting ? (
        queue.error ? (
          <ReadError error={queue.error} retry={queue.again} />
        ) : (
          <Loading rows={6} height={64} />
        )
      ) : (
        <div ref={region} className="queue" data-open={opened || undefined} data-testid="queue">
          <div className="queue-list">
            {count > 0 && (
              <KeyButton hotkey="a" className="queue-fresh" size="compact-md" radius="xl" onClick={letIn} data-testid="fresh">
                {words.showArrived(count)}
              </KeyButton>
            )}
            {board.rows.length === 0 ? (
              <AllDone />
            ) : (
              <ol className="queue-rows" aria-label={words.list}>
                {board.rows.map(({ item, gone }) => (
                  <QueueRow
                    key={item.id}
                    item={item}
                    gone={gone}
                    selected={item.id === board.selected}
                    stop={item.id === stop}
                    zone={zone}
                    select={choose}
                    open={open}
                  />
                ))}
              </ol>
            )}
            {queue.more && (
              <Text size="sm" c="dimmed" p="sm">
                {words.more}
              </Text>
            )}
            <PutAside items={putAside} zone={zone} until={aside.until} bringBack={aside.bringBack} />
          </div>
          {selected ? (
            <Evidence
              key={selected.item.id}
              item={selected.item}
              gone={selected.gone}
              zone={zone}
              venue={venue.code}
              region={pane}
              next={() => focusRow(onward())}
              aside={putItAside}
              back={() => (open(false), focusRow(board.selected))}
            />
          ) : (
            <div className="evidence evidence-none only-wide">
              <Text c="dimmed">{words.choose}</Text>
              <Text c="dimmed" size="sm">
                {words.chooseKeys}
              </Text>
            </div>
          )}
        </div>
      )}
    </Stack>
  )
}
