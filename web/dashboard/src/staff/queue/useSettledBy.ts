import { useQuery } from 'urql'
import { useWatched } from '../../api/observable'
import { results } from '../../commands/ledger'
import { useDeed } from '../../history/useDeed'
import { useStaffActor } from '../history/useStaffActor'
import { HistoryQuery } from '../history/documents'
import { useStamped } from '../history/useStamped'
import { settlingDeed } from './settledBy'
import type { Item } from './useActionQueue'
import { useQueueWords } from './words'

/** What settled a row, and who: one's own command, or the first entry of the thing's history. Undefined while the row still waits. */
export function useSettledBy(item: Item, gone: boolean): { text: string; mine: boolean } | undefined {
  const words = useQueueWords()
  const deed = useDeed()
  const actor = useStaffActor()
  const own = useWatched(results).get(item.subject.id)
  const ownDid = own && (own.settled.kind === 'done' || own.settled.kind === 'doneBefore' || own.settled.kind === 'accepted') ? own : undefined
  const told = item.subject.__typename !== 'Attempt'
  const [answer] = useQuery({
    query: HistoryQuery,
    variables: { id: item.subject.id, first: 10 },
    pause: !gone || !!ownDid || !told,
    context: useStamped(gone ? 1 : 0),
  })
  if (!gone) return undefined
  if (ownDid) return { text: words.settledYou(deed(ownDid.operation)), mine: true }
  const last = settlingDeed(answer.data?.history.nodes ?? [], { since: item.since, subjectId: item.subject.id })
  if (last) return { text: words.settledBy(deed(last.operation), actor(last.actor)), mine: false }
  return { text: told && !answer.data && !answer.error ? words.reading : words.settled, mine: false }
}
