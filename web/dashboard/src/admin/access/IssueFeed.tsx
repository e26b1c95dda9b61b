import { Alert, Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAllPages } from '../../api/useAllPages'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { Icon } from '../../components/icons'
import { graphql } from '../../gql/admin'
import { type FeedPrivacy, feedPrivacyValues } from '../../gql/enums'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { useWords } from '../../messages/words'
import { PlacesQuery } from '../documents'
import { CustomerPicker, type Person } from '../entry/CustomerPicker'
import { SecretOnce } from '../frame/SecretOnce'
import { Section } from '../frame/Section'
import { useSettled } from '../frame/useSettled'
import { inOrder } from '../resources/place'
import { useAdminWords } from '../words'

const Issue = graphql(`
  mutation AdminIssueFeed($input: IssueCalendarFeedInput!) {
    issueCalendarFeed(input: $input) {
      ...CommandFields
      feed {
        ...AdminFeed
      }
      path
    }
  }
`)

/** Makes a secret address for the calendar of a place or a customer, shown once. */
export function IssueFeed({ venueId, issued }: { venueId: string; issued: () => void }) {
  const {
    calendars: { issue: words },
    frame,
  } = useAdminWords()
  const privacies = useWords(enumWords).feedPrivacy
  const [of, setOf] = useState<'place' | 'customer'>('place')
  const [place, setPlace] = useState<string | null>(null)
  const [person, setPerson] = useState<Person | null>(null)
  const [privacy, setPrivacy] = useState<FeedPrivacy>('BUSY')
  const language = useLanguage()
  const [, , places] = useAllPages({ query: PlacesQuery, variables: { venueId } }, (data) => data.venue?.resources)
  const resources = inOrder(places, language)
  const name = of === 'place' ? resources.find((one) => one.id === place)?.name : person?.name
  const issue = useCommand(Issue, { target: `new-feed ${venueId}`, about: name })
  useSettled(issue.state, issued)
  const result = issue.state.phase === 'settled' ? issue.state.result : undefined
  const path = result?.payload?.path
  const lost = result && !path && (result.settled.kind === 'done' || result.settled.kind === 'doneBefore')
  const whose = result?.payload?.feed?.resource?.name ?? result?.payload?.feed?.customer?.name ?? ''
  return (
    <Section title={words.title} testId="issue-feed">
      {path && (
        <SecretOnce title={words.secretTitle(whose)} text={words.secretText} secret={new URL(path, location.origin).href} close={issue.dismiss} />
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void issue.run({ venueId, privacy, ...(of === 'place' ? { resourceId: place! } : { customerId: person!.id }) })
        }}
      >
        <Stack gap="sm">
          <Group align="flex-end">
            <div>
              <Text size="xs" fw={500}>
                {words.of}
              </Text>
              <SegmentedControl
                aria-label={words.of}
                value={of}
                onChange={(next) => setOf(next as 'place' | 'customer')}
                data={[
                  { value: 'place', label: words.place },
                  { value: 'customer', label: words.customer },
                ]}
              />
            </div>
            {of === 'place' ? (
              <Select
                label={words.choosePlace}
                required
                searchable
                value={place}
                onChange={setPlace}
                data={resources.map((one) => ({ value: one.id, label: one.name }))}
              />
            ) : (
              <CustomerPicker label={frame.customer.label} venueId={venueId} value={person} onChange={setPerson} required />
            )}
            <div>
              <Text size="xs" fw={500}>
                {words.privacy}
              </Text>
              <SegmentedControl
                aria-label={words.privacy}
                value={privacy}
                onChange={(next) => setPrivacy(next as FeedPrivacy)}
                data={feedPrivacyValues.map((value) => ({ value, label: privacies[value] }))}
              />
            </div>
            <Button type="submit" disabled={issue.busy || (of === 'place' ? !place : !person)}>
              {words.submit}
            </Button>
          </Group>
          <Text size="xs" c="dimmed">
            {words.privacyHelp[privacy]}
          </Text>
          {lost && (
            <Alert variant="light" color="amber" icon={<Icon name="warning" />}>
              {words.noSecret}
            </Alert>
          )}
          {!path && <CommandResult of={issue} done={words.done} />}
        </Stack>
      </form>
    </Section>
  )
}
