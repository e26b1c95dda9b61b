import { Text } from '@mantine/core'
import { TimeText } from '../../components/TimeText'
import { useQueueWords } from './words'

/** What happens if nobody does anything; the time in it is the venue's and says so. */
export function Nobody({ say, at, zone }: { say: string | ((time: string) => string); at?: string | null | undefined; zone: string }) {
  const words = useQueueWords().nobody
  const [before, after = ''] = typeof say === 'string' ? [say] : say('\u0000').split('\u0000')
  return (
    <section className="evidence-part">
      <h3>{words.title}</h3>
      <Text size="sm" data-testid="if-nobody-acts">
        {before}
        {at && (
          <strong>
            <TimeText at={at} zone={zone} style="dateTime" />
          </strong>
        )}
        {after}
      </Text>
    </section>
  )
}
