import { Badge, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useCommand } from '../../commands/useCommand'
import { CountdownRing } from '../../components/CountdownRing'
import { StatusBadge } from '../../components/StatusBadge'
import { SpanText, TimeText } from '../../components/TimeText'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { useMay } from '../../shell/Viewer'
import { useServerNow } from '../../time/countdown'
import { formatLength } from '../../time/format'
import { LeaveWaitlist, OfferToEntry, PrioritizeEntry } from '../acts/documents'
import { LeaveDialog, OfferDialog, PriorityDialog } from '../acts/EntryDialogs'
import { OfferActs } from '../acts/OfferActs'
import { asAny, Results } from '../acts/Results'
import { useActWords } from '../acts/words'
import { HistoryList } from '../history/HistoryList'
import { useStamped } from '../history/useStamped'
import { KeyButton } from '../keyboard/KeyButton'
import { OfferEvidence } from '../queue/documents'
import { SelectionRecord } from '../queue/SelectionRecord'
import { useQueueWords } from '../queue/words'
import { pointsOf } from './turns'
import type { Entry } from './useWaiting'
import { useWaitlistWords } from './words'

interface Usual {
  p50: number
  p90: number
}

interface Props {
  entry: Entry
  zone: string
  /** Its turn by the policy, from 1; undefined where it does not wait for one. */
  turn: number | undefined
  /** The name of the one place that is wished for. */
  place: string | undefined
  selected: boolean
  stop: boolean
  select: (id: string) => void
  weight: number
  usual: Usual | undefined
  names: ReadonlyMap<string, string>
}

/** Somebody who waits: the place in line and why it is that, how long, and what can be done. The selected row shows all that is known. */
export function EntryRow({ entry, turn, zone, place, selected, stop, select, weight, usual, names }: Props) {
  const words = useWaitlistWords()
  const enums = useWords(enumWords)
  const language = useLanguage()
  const acts = useActWords()
  return (
    <>
      <tr className="entry-row" data-row={entry.id} data-status={entry.status} aria-current={selected || undefined} onClick={() => select(entry.id)}>
        <td className="turn">
          {turn === undefined ? '–' : words.place(number(language, turn))}
          {entry.position != null && entry.position !== turn && (
            <Text size="xs" c="dimmed" fw={400} title={words.placeHelp}>
              {words.byJoining(number(language, entry.position))}
            </Text>
          )}
        </td>
        <th scope="row">
          <button
            type="button"
            className="entry-name"
            tabIndex={stop ? 0 : -1}
            aria-expanded={selected}
            onFocus={() => select(entry.id)}
            onClick={() => select(entry.id)}
          >
            {entry.customer.name}
          </button>
          <Text size="xs" c="dimmed">
            {entry.customer.phone ?? entry.customer.email}
          </Text>
        </th>
        <td className="number">{number(language, entry.partySize)}</td>
        <td>
          <SpanText from={entry.from} to={entry.to} zone={zone} style="time" bare />
          <Text size="xs" c="dimmed">
            {place ?? words.any}
          </Text>
        </td>
        <td>
          <Waited entry={entry} zone={zone} usual={usual} />
        </td>
        <td>
          {entry.factors.length > 0 && (
            <Text size="sm" fw={600}>
              {words.order.points(number(language, pointsOf(entry)))}
            </Text>
          )}
          {entry.factors.map(({ factor, weight: by, value }) => (
            <Text key={factor} size="xs">
              {words.order.factor(enums.waitlistFactor[factor], number(language, by), number(language, value))}
            </Text>
          ))}
          {entry.status === 'WAITING' && entry.factors.length === 0 && (
            <Text size="xs" c="dimmed">
              {words.order.joinedFirst}
              {entry.priority > 0 && ` · ${words.priority(number(language, entry.priority))}`}
            </Text>
          )}
          {entry.status === 'OFFERED' && (
            <Text size="xs" c="dimmed">
              {words.order.served}
            </Text>
          )}
        </td>
        <td>
          <Group gap="xs">
            <StatusBadge of="entryStatus" value={entry.status} />
            {entry.status === 'OFFERED' && entry.offer && (
              <>
                <CountdownRing until={entry.offer.expiresAt} size={44} label={words.offerLeft(entry.customer.name)} quiet />
                <Text size="xs">
                  {entry.offer.slots.map((slot) => slot.resource.name).join(', ')} · <TimeText at={entry.offer.slots[0]!.startsAt} zone={zone} bare />
                </Text>
              </>
            )}
          </Group>
        </td>
      </tr>
      {selected && (
        <tr className="entry-more">
          <td colSpan={7}>
            <More entry={entry} zone={zone} weight={weight} names={names} acts={acts} />
          </td>
        </tr>
      )}
    </>
  )
}

function Waited({ entry, zone, usual }: { entry: Entry; zone: string; usual: Usual | undefined }) {
  const words = useWaitlistWords()
  const language = useLanguage()
  const now = useServerNow(15_000)
  const waited = now - Date.parse(entry.joinedAt)
  const [before, after] = words.joined('\u0000').split('\u0000')
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {formatLength(waited, language)}
      </Text>
      <Text size="xs" c="dimmed">
        {before}
        <TimeText at={entry.joinedAt} zone={zone} style={waited > 20 * 3_600_000 ? 'dateTime' : 'time'} bare />
        {after}
      </Text>
      {usual &&
        entry.status === 'WAITING' &&
        (waited > usual.p90 ? (
          <Badge variant="light" color="rust" size="sm" tt="none">
            {words.longer(formatLength(usual.p90, language))}
          </Badge>
        ) : (
          <Text size="xs" c="dimmed">
            {words.against(formatLength(usual.p50, language))}
          </Text>
        ))}
    </Stack>
  )
}

type Asked = 'offer' | 'priority' | 'leave'

function More({
  entry,
  zone,
  weight,
  names,
  acts,
}: {
  entry: Entry
  zone: string
  weight: number
  names: ReadonlyMap<string, string>
  acts: ReturnType<typeof useActWords>
}) {
  const [asking, ask] = useState<{ for: Asked; seen: number }>()
  const options = { target: entry.id, about: entry.customer.name }
  const commands = [useCommand(OfferToEntry, options), useCommand(PrioritizeEntry, options), useCommand(LeaveWaitlist, options)].map(asAny)
  const mayOperate = useMay('offer:operate')
  const live = entry.status === 'WAITING' || entry.status === 'OFFERED'
  const dialog = (kind: Asked) => () => ask({ for: kind, seen: entry.version })
  const busy = commands[0]!.busy
  const close = () => ask(undefined)
  const seen = asking?.seen ?? entry.version
  return (
    <div className="entry-details">
      <Stack gap="sm">
        <Group gap="xs">
          {mayOperate && entry.status === 'WAITING' && (
            <KeyButton hotkey="m" disabled={busy} onClick={dialog('offer')}>
              {acts.button.offer}
            </KeyButton>
          )}
          {mayOperate && entry.status === 'WAITING' && (
            <KeyButton hotkey="y" variant="outline" color="slate" disabled={busy} onClick={dialog('priority')}>
              {acts.button.priority}
            </KeyButton>
          )}
          {live && (
            <KeyButton hotkey="l" variant="outline" color="rust" disabled={busy} onClick={dialog('leave')}>
              {acts.button.leave}
            </KeyButton>
          )}
        </Group>
        <Results of={commands} />
        {entry.offer && <OfferOf id={entry.offer.id} version={entry.offer.version} names={names} />}
      </Stack>
      <section aria-label={acts.history.title}>
        <HistoryList id={entry.id} stamp={entry.version} zone={zone} first={8} />
      </section>
      {asking?.for === 'offer' && <OfferDialog entry={entry} seen={seen} close={close} />}
      {asking?.for === 'priority' && <PriorityDialog entry={entry} seen={seen} close={close} weight={weight} />}
      {asking?.for === 'leave' && <LeaveDialog entry={entry} seen={seen} close={close} />}
    </div>
  )
}

/** The latest offer to an entry: what can be done with it, and why it was made. */
function OfferOf({ id, version, names }: { id: string; version: number; names: ReadonlyMap<string, string> }) {
  const words = useQueueWords()
  const [answer] = useQuery({ query: OfferEvidence, variables: { id }, context: useStamped(version) })
  const offer = answer.data?.offer
  if (!offer) return null
  return (
    <Stack gap="sm">
      <OfferActs offer={offer} />
      <details>
        <summary>{words.selection.title}</summary>
        <SelectionRecord of={offer.selection} names={names} />
      </details>
    </Stack>
  )
}
