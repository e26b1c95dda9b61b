import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useCommand } from '../../commands/useCommand'
import { useMay } from '../../shell/Viewer'
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
import type { Entry } from './useWaiting'

type Asked = 'offer' | 'priority' | 'leave'

interface Props {
  entry: Entry
  zone: string
  /** What the policy gives priority; 0 where it does not count. */
  weight: number
  /** Who the others on the list are, by id. */
  names: ReadonlyMap<string, string>
}

/** What can be done with an entry, its open offer, and what has happened to it. */
export function EntryDetails({ entry, zone, weight, names }: Props) {
  const acts = useActWords()
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
