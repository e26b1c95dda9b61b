import { Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Empty, Loaded } from '../components/states'
import { graphql } from '../gql/admin'
import { useVenue } from '../shell/venue'
import { useMay } from '../shell/Viewer'
import { useServerNow } from '../time/countdown'
import { AdjustmentRow, stateOf } from './access/AdjustmentRow'
import { Grant } from './access/GrantAdjustment'
import { CustomerPicker, type Person } from './entry/CustomerPicker'
import { PageHead } from './frame/PageHead'
import { Section } from './frame/Section'
import { ActsHead, Sheet } from './frame/Sheet'
import { usePages } from './frame/usePages'
import { useAdminWords } from './words'

const Adjustments = graphql(`
  query AdminAdjustments($venueId: ID!, $customerId: ID, $after: String) {
    adjustments(venueId: $venueId, customerId: $customerId, first: 100, after: $after) {
      nodes {
        ...AdminAdjustment
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** What a venue grants to customers or restricts them by. */
export function AdjustmentsPage() {
  const { adjustments: words, frame } = useAdminWords()
  const venue = useVenue()
  const may = useMay('adjustment:manage')
  const now = useServerNow(10_000)
  const [person, setPerson] = useState<Person | null>(null)
  const [ended, setEnded] = useState(false)
  const pages = usePages()
  const [answer, again] = useQuery({ query: Adjustments, variables: { venueId: venue.id, customerId: person?.id ?? null, after: pages.after } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  const { columns } = words
  return (
    <Stack>
      <PageHead title={words.title}>{words.text}</PageHead>
      {may && <Grant venue={venue} granted={refresh} />}
      <Section title={words.title}>
        <Group align="center">
          <CustomerPicker
            label={frame.customer.label}
            venueId={venue.id}
            value={person}
            onChange={(next) => {
              pages.first()
              setPerson(next)
            }}
          />
          <Switch label={words.showEnded} checked={ended} onChange={(event) => setEnded(event.currentTarget.checked)} />
        </Group>
        <Loaded of={answer} retry={again}>
          {({ adjustments: { nodes, pageInfo } }) => {
            const rows = nodes.filter((one) => ended || stateOf(one, now) === 'inForce')
            if (nodes.length === 0 && !pages.after)
              return (
                <Empty icon="adjustments" title={words.none}>
                  {words.noneText}
                </Empty>
              )
            return (
              <>
                {rows.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    {words.noneHere}
                  </Text>
                ) : (
                  <Sheet
                    label={words.title}
                    head={
                      <>
                        <th scope="col">{columns.customer}</th>
                        <th scope="col">{columns.kind}</th>
                        <th scope="col" className="number">
                          {columns.amount}
                        </th>
                        <th scope="col">{columns.reason}</th>
                        <th scope="col">{columns.by}</th>
                        <th scope="col">{columns.until}</th>
                        <th scope="col">{columns.state}</th>
                        <ActsHead />
                      </>
                    }
                  >
                    {rows.map((one) => (
                      <AdjustmentRow key={one.id} adjustment={one} state={stateOf(one, now)} zone={venue.timeZone} may={may} />
                    ))}
                  </Sheet>
                )}
                {pages.bar(pageInfo)}
              </>
            )
          }}
        </Loaded>
      </Section>
    </Stack>
  )
}
