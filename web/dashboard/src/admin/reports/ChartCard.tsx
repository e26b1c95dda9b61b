import { SegmentedControl, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from '../frame/Section'
import { useAdminWords } from '../words'

interface Props {
  title: string
  /** What is counted, in a sentence. */
  counts: ReactNode
  chart: ReactNode
  table: ReactNode
  /** Nothing was counted. */
  empty?: boolean
  testId?: string
}

/** A chart with what it counts, and its table twin. */
export function ChartCard({ title, counts, chart, table, empty = false, testId }: Props) {
  const { reports: words } = useAdminWords()
  const [how, setHow] = useState<'chart' | 'table'>('chart')
  return (
    <Section
      title={title}
      text={counts}
      {...(testId ? { testId } : {})}
      actions={
        !empty && (
          <SegmentedControl
            aria-label={title}
            value={how}
            onChange={(next) => setHow(next as 'chart' | 'table')}
            data={[
              { value: 'chart', label: words.chart },
              { value: 'table', label: words.table },
            ]}
          />
        )
      }
    >
      {empty ? (
        <Text size="sm" c="dimmed">
          {words.empty}
        </Text>
      ) : how === 'chart' ? (
        chart
      ) : (
        table
      )}
    </Section>
  )
}
