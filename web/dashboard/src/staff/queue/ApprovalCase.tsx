import { Text } from '@mantine/core'
import { useQuery } from 'urql'
import { nameOf } from '../../commands/say'
import { Loaded, NotFound } from '../../components/states'
import { StatusBadge } from '../../components/StatusBadge'
import { TimeText } from '../../components/TimeText'
import { commandWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { ApprovalActs } from '../acts/ApprovalActs'
import { useActWords } from '../acts/words'
import { HistoryList } from '../history/HistoryList'
import { useStamped } from '../history/useStamped'
import { ApprovalEvidence } from './documents'
import type { CaseProps } from './Evidence'
import { ActsOfNow } from './ActsOfNow'
import { Facts } from './Facts'
import { Nobody } from './Nobody'
import { useQueueWords } from './words'

/** What an agent has prepared, in the words that were written with it, and what a yes would do. */
export function ApprovalCase({ item, zone, stamp }: CaseProps) {
  const words = useQueueWords()
  const acts = useActWords()
  const commands = useWords(commandWords)
  const language = useLanguage()
  const [answer, again] = useQuery({ query: ApprovalEvidence, variables: { id: item.subject.id }, context: useStamped(stamp) })
  return (
    <Loaded of={answer} retry={again}>
      {({ approval }) => {
        if (!approval) return <NotFound />
        const note = (approval.preview as { note?: Record<string, string> } | null)?.note?.[language]
        return (
          <>
            {note && <Text size="sm">{note}</Text>}
            <ActsOfNow behind={answer.stale || answer.fetching}>
              <ApprovalActs approval={approval} about={nameOf(commands, approval.actionType)} />
            </ActsOfNow>
            <Facts
              of={[
                [words.fact.action, nameOf(commands, approval.actionType)],
                [words.fact.state, <StatusBadge key="s" of="approvalStatus" value={approval.status} />],
                [words.fact.prepared, <TimeText key="p" at={approval.createdAt} zone={zone} style="dateTime" />],
                [words.fact.due, <TimeText key="d" at={approval.expiresAt} zone={zone} style="dateTime" />],
                [words.fact.version, words.version(number(language, approval.version))],
              ]}
            />
            {approval.status === 'PENDING' && <Nobody say={words.nobody.approval} at={approval.expiresAt} zone={zone} />}
            <section className="evidence-part">
              <h3>{acts.history.title}</h3>
              <HistoryList id={approval.id} stamp={approval.version} zone={zone} />
            </section>
          </>
        )
      }}
    </Loaded>
  )
}
