import { Badge, Button, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { CommandResult } from '../commands/CommandResult'
import { useCommand } from '../commands/useCommand'
import { Empty, Loaded } from '../components/states'
import { TimeText } from '../components/TimeText'
import { graphql } from '../gql/admin'
import type { AdminFeedFragment } from '../gql/admin/graphql'
import { enumWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { useVenue } from '../shell/venue'
import { useMay } from '../shell/Viewer'
import { IssueFeed } from './access/IssueFeed'
import { Confirm } from './frame/Confirm'
import { PageHead } from './frame/PageHead'
import { Section } from './frame/Section'
import { ActsHead, Sheet } from './frame/Sheet'
import { usePages } from './frame/usePages'
import { useSettled } from './frame/useSettled'
import { useAdminWords } from './words'

const Feeds = graphql(`
  query AdminFeeds($venueId: ID!, $after: String) {
    calendarFeeds(venueId: $venueId, first: 100, after: $after) {
      nodes {
        ...AdminFeed
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export const FeedFields = graphql(`
  fragment AdminFeed on CalendarFeed {
    id
    version
    privacy
    lastUsedAt
    revokedAt
    resource {
      id
      version
      name
    }
    customer {
      ...CustomerCore
    }
  }
`)
const Revoke = graphql(`
  mutation AdminRevokeFeed($input: RevokeCalendarFeedInput!) {
    revokeCalendarFeed(input: $input) {
      ...CommandFields
      feed {
        ...AdminFeed
      }
    }
  }
`)

/** The secret addresses at which calendar programs read reservations. */
export function CalendarsPage() {
  const { calendars: words } = useAdminWords()
  const venue = useVenue()
  const may = useMay('feed:issue')
  const [shut, setShut] = useState(false)
  const pages = usePages()
  const [answer, again] = useQuery({ query: Feeds, variables: { venueId: venue.id, after: pages.after } })
  const { columns } = words
  return (
    <Stack maw="64rem">
      <PageHead title={words.title}>{words.text}</PageHead>
      {may && <IssueFeed venueId={venue.id} issued={() => again({ requestPolicy: 'network-only' })} />}
      <Section title={words.title}>
        <Switch label={words.showShut} checked={shut} onChange={(event) => setShut(event.currentTarget.checked)} />
        <Loaded of={answer} retry={again}>
          {({ calendarFeeds: { nodes, pageInfo } }) => {
            const feeds = nodes.filter((feed) => shut || !feed.revokedAt)
            return (
              <>
                {feeds.length === 0 ? (
                  <Empty title={words.none}>{words.noneText}</Empty>
                ) : (
                  <Sheet
                    label={words.title}
                    head={
                      <>
                        <th scope="col">{columns.of}</th>
                        <th scope="col">{columns.privacy}</th>
                        <th scope="col">{columns.lastUsed}</th>
                        <th scope="col">{columns.state}</th>
                        <ActsHead />
                      </>
                    }
                  >
                    {feeds.map((feed) => (
                      <FeedRow key={feed.id} feed={feed} zone={venue.timeZone} may={may} />
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

function FeedRow({ feed, zone, may }: { feed: AdminFeedFragment; zone: string; may: boolean }) {
  const { calendars: words, frame } = useAdminWords()
  const privacy = useWords(enumWords).feedPrivacy as Record<string, string>
  const [open, setOpen] = useState(false)
  const name = feed.resource?.name ?? feed.customer?.name ?? ''
  const revoke = useCommand(Revoke, { target: feed.id, about: name })
  useSettled(revoke.state, () => setOpen(false))
  return (
    <>
      <tr data-over={feed.revokedAt ? true : undefined}>
        <th scope="row">{name}</th>
        <td>{privacy[feed.privacy] ?? feed.privacy}</td>
        <td>
          {feed.lastUsedAt ? (
            <>
              <TimeText at={feed.lastUsedAt} zone={zone} style="dateTime" />{' '}
              <Text span size="xs" c="dimmed">
                ({words.lastUsedHelp})
              </Text>
            </>
          ) : (
            frame.never
          )}
        </td>
        <td>
          <Badge variant="light" tt="none" color={feed.revokedAt ? 'slate' : 'pine'}>
            {feed.revokedAt ? words.shut : words.open}
          </Badge>
        </td>
        <td className="acts">
          {may && !feed.revokedAt && (
            <Button variant="subtle" color="rust" aria-expanded={open} aria-label={words.revoke.of(name)} onClick={() => setOpen(!open)}>
              {words.revoke.button}
            </Button>
          )}
        </td>
      </tr>
      {open ? (
        <tr className="sheet-form">
          <td colSpan={5}>
            <Confirm
              command={revoke}
              text={words.revoke.text}
              submit={words.revoke.submit}
              done={words.revoke.done}
              cancel={() => setOpen(false)}
              run={() => void revoke.run({ feedId: feed.id, expectedVersion: feed.version }, feed)}
            />
          </td>
        </tr>
      ) : (
        revoke.state.phase !== 'idle' && (
          <tr className="sheet-form">
            <td colSpan={5}>
              <CommandResult of={revoke} done={words.revoke.done} />
            </td>
          </tr>
        )
      )}
    </>
  )
}
