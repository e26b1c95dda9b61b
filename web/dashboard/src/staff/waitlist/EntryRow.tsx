import { Badge, Group, Stack, Text } from '@mantine/core'
import { CountdownRing } from '../../components/CountdownRing'
import { StatusBadge } from '../../components/StatusBadge'
import { SpanText, TimeText } from '../../components/TimeText'
import { placesOf } from '../../fragments/slots'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { useServerNow } from '../../time/countdown'
import { formatLength } from '../../time/format'
import { EntryDetails } from './EntryDetails'
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
                  {placesOf(entry.offer.slots)} · <TimeText at={entry.offer.slots[0]!.startsAt} zone={zone} bare />
                </Text>
              </>
            )}
          </Group>
        </td>
      </tr>
      {selected && (
        <tr className="entry-more">
          <td colSpan={7}>
            <EntryDetails entry={entry} zone={zone} weight={weight} names={names} />
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
