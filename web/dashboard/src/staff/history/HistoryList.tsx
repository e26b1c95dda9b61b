import { Badge, Group, Skeleton, Stack, Text, Timeline } from '@mantine/core'
import { useQuery } from 'urql'
import { ReadError } from '../../components/states'
import { TimeText } from '../../components/TimeText'
import type { StaffHistoryQuery } from '../../gql/staff/graphql'
import { useDeed } from '../../history/useDeed'
import { enumWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useActWords } from '../acts/words'
import { HistoryQuery } from './documents'
import { useStaffActor } from './useStaffActor'
import { useStamped } from './useStamped'

type HistoryEntry = StaffHistoryQuery['history']['nodes'][number]

/** What happened to one thing, newest first. `stamp` changes when it is to be read again, for example the thing's version. */
export function HistoryList({ id, stamp, zone, first = 20 }: { id: string; stamp: number; zone: string; first?: number }) {
  const words = useActWords().history
  const [answer, again] = useQuery({ query: HistoryQuery, variables: { id, first }, context: useStamped(stamp) })
  if (!answer.data) return answer.error ? <ReadError error={answer.error} retry={() => again({ requestPolicy: 'network-only' })} /> : <Waiting />
  const entries = answer.data.history.nodes
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.none}
      </Text>
    )
  return (
    <Timeline bulletSize={12} lineWidth={2} active={-1} data-testid="history">
      {entries.map((entry) => (
        <Timeline.Item key={entry.id}>
          <Entry entry={entry} zone={zone} />
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

function Entry({ entry, zone }: { entry: HistoryEntry; zone: string }) {
  const words = useActWords().history
  const enums = useWords(enumWords)
  const actor = useStaffActor()
  const deed = useDeed()
  return (
    <Stack gap={0}>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="baseline">
        <Text size="sm" fw={600}>
          {deed(entry.operation)}
        </Text>
        <Text size="xs" c="dimmed" component="span">
          <TimeText at={entry.at} zone={zone} style="dateTime" />
        </Text>
      </Group>
      <Text size="sm">
        {words.by(actor(entry.actor))}
        {entry.reason && (
          <>
            {' '}
            · <q>{entry.reason}</q>
          </>
        )}
      </Text>
      {entry.outcome === 'REJECTED' && (
        <Badge variant="light" color="amber" size="sm" tt="none" title={words.reference(entry.correlationId)}>
          {enums.outcome.REJECTED}
          {entry.problemCode ? `: ${enums.problem[entry.problemCode]}` : ''}
        </Badge>
      )}
    </Stack>
  )
}

const Waiting = () => (
  <Stack gap="xs" aria-busy="true">
    {[0, 1, 2].map((i) => (
      <Skeleton key={i} height={34} />
    ))}
  </Stack>
)
