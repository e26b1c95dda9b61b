import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useCommand } from '../../commands/useCommand'
import { Icon } from '../../components/icons'
import { Loaded } from '../../components/states'
import { useLanguage } from '../../messages/language'
import type { Venue } from '../../shell/venue'
import { formatTime, zoneName } from '../../time/format'
import { Said } from '../page/Said'
import { useGuestWords } from '../words'
import { GuestFeeds, GuestIssueFeed, GuestRevokeFeed } from './asked'

/** Addresses under which the guest's own calendar program reads all bookings at a venue. */
export function CalendarAddresses({ venues }: { venues: readonly Venue[] }) {
  const { mine } = useGuestWords()
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{mine.feed}</summary>
      {open && (
        <Stack gap="md">
          <Text size="sm">{mine.feedText}</Text>
          {venues.map((venue) => <Addresses key={venue.id} venue={venue} />)}
        </Stack>
      )}
    </details>
  )
}

function Addresses({ venue }: { venue: Venue }) {
  const { mine } = useGuestWords()
  const language = useLanguage()
  const [answer, again] = useQuery({ query: GuestFeeds, variables: { venueId: venue.id } })
  const reload = () => again({ requestPolicy: 'network-only' })
  const issue = useCommand(GuestIssueFeed, { target: `calendar ${venue.id}`, about: venue.name })
  const [path, setPath] = useState<string | null>(null)
  const make = async () => {
    const result = await issue.run({ venueId: venue.id, privacy: 'DETAILS' })
    setPath(result?.payload?.path ?? null)
    reload()
  }
  return (
    <Stack gap="xs" component="section" aria-label={venue.name}>
      <Text fw={650}>{venue.name}</Text>
      {path ? <Shown address={`${location.origin}${path}`} /> : <Button variant="outline" disabled={issue.busy} onClick={() => void make()} style={{ alignSelf: 'flex-start' }}>{mine.feedMake}</Button>}
      <Said of={[issue]} />
      <Loaded of={answer} retry={again}>
        {(data) => {
          const inUse = data.calendarFeeds.nodes.filter((feed) => !feed.revokedAt)
          return (
            inUse.length > 0 && (
              <>
                <Text size="sm" c="dimmed">{mine.feedHas(inUse.length)} {mine.feedLost}</Text>
                {inUse.map((feed) => (
                  <InUse
                    key={feed.id} feed={feed}
                    shut={() => {
                      setPath(null) // it may be this one's
                      reload()
                    }}
                    used={feed.lastUsedAt ? mine.feedUsed(`${formatTime(feed.lastUsedAt, venue.timeZone, language, 'dateTime')} ${zoneName(venue.timeZone, feed.lastUsedAt, language)}`) : mine.feedUnused}
                  />
                ))}
              </>
            )
          )
        }}
      </Loaded>
    </Stack>
  )
}

function Shown({ address }: { address: string }) {
  const { mine } = useGuestWords()
  const [copied, setCopied] = useState(false)
  return (
    <Alert variant="light" color="pine" icon={<Icon name="calendar" />} title={mine.feedOnce}>
      <div className="address">
        <input className="field" readOnly value={address} aria-label={mine.feed} onFocus={(event) => event.currentTarget.select()} />
        <Button variant="default" onClick={() => void navigator.clipboard?.writeText(address).then(() => setCopied(true))}>{copied ? mine.feedCopied : mine.feedCopy}</Button>
        <a className="go" href={address.replace(/^https?:/, 'webcal:')}>{mine.feedOpen}</a>
      </div>
    </Alert>
  )
}

function InUse({ feed, used, shut }: { feed: { id: string; version: number }; used: string; shut: () => void }) {
  const { mine } = useGuestWords()
  const revoke = useCommand(GuestRevokeFeed, { target: feed.id })
  return (
    <div className="address">
      <Text size="sm">{used}</Text>
      <Button variant="subtle" color="rust" disabled={revoke.busy} onClick={() => void revoke.run({ feedId: feed.id, expectedVersion: feed.version }, feed).then(shut)}>{mine.feedRevoke}</Button>
      <Said of={[revoke]} />
    </div>
  )
}
