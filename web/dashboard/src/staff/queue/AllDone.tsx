import { Text } from '@mantine/core'
import { useWatched } from '../../api/observable'
import { memory } from '../../commands/ledger'
import { Empty } from '../../components/states'
import { useQueueWords } from './words'

/** Nothing waits; and how much of that was one's own doing. */
export function AllDone() {
  const words = useQueueWords()
  const { recent } = useWatched(memory)
  const handled = recent.filter((record) => record.settled.kind === 'done' || record.settled.kind === 'accepted').length
  return (
    <Empty icon="check" title={words.empty}>
      {words.emptyText}
      {handled > 0 && (
        <Text size="sm" mt="xs">
          {words.handled(handled)}
        </Text>
      )}
    </Empty>
  )
}
