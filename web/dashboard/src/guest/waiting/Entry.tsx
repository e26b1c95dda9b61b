import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { useCommand } from '../../commands/useCommand'
import type { GuestEntryQuery } from '../../gql/guest/graphql'
import { Alternatives } from '../find/Alternatives'
import { Head } from '../page/Head'
import { Said } from '../page/Said'
import { Ask } from '../sheet/Ask'
import { Urgent } from '../urgent/Urgent'
import { When } from '../when/When'
import { useGuestWords } from '../words'
import { GuestJoin, GuestLeave } from './commands'
import { HowItMoves } from './HowItMoves'
import { Place } from './Place'
import { WhyThisPlace } from './WhyThisPlace'

export type EntryRead = NonNullable<GuestEntryQuery['waitlistEntry']>

/** A wish in line: where it stands and why, how it moves, and what came of it. */
export function Entry({ entry }: { entry: EntryRead }) {
  const words = useGuestWords()
  const { line } = words
  const [asking, setAsking] = useState(false)
  const join = useCommand(GuestJoin, { target: `wait ${entry.venue.id}`, about: entry.venue.name })
  const leave = useCommand(GuestLeave, { target: entry.id, about: entry.venue.name })
  const live = entry.status === 'WAITING' || entry.status === 'OFFERED'
  const [title, text] = endOf(entry, line)
  const booked = entry.offer?.decision.reservation
  return (
    <Stack gap="lg">
      <div>
        <Head>{title}</Head>
        {text && <Text>{text}</Text>}
      </div>
      <Urgent venue={entry.venue} />
      {entry.status === 'WAITING' && <Place position={entry.position} />}
      <Said of={[leave, join]} />
      <div className="summary">
        <div className="summary-what">
          <Text size="sm" c="dimmed">{line.within}</Text>
          <When from={entry.from} to={entry.to} zone={entry.venue.timeZone} device />
          <Text>{entry.venue.name} · {words.people(entry.partySize)}</Text>
        </div>
      </div>
      {live && (
        <>
          <section>
            <Text component="h2" fw={650}>{line.why}</Text>
            <WhyThisPlace entry={entry} />
          </section>
          <section>
            <Text component="h2" fw={650}>{line.how}</Text>
            <HowItMoves rules={entry.venue.policy.rules} offers={entry.venue.switches.offers} />
            <Text size="sm" c="dimmed">{line.live}</Text>
          </section>
          <div>
            <Button fullWidth variant="subtle" color="rust" disabled={leave.busy} onClick={() => setAsking(true)}>{line.leave}</Button>
            <Text size="sm" c="dimmed">{line.wider}</Text>
          </div>
        </>
      )}
      {booked && entry.status === 'FULFILLED' && <Anchor renderRoot={(props) => <Link to="/reservation/$id" params={{ id: booked.id }} {...props} />}>{line.see}</Anchor>}
      {!live && entry.status !== 'FULFILLED' && Date.parse(entry.to) > serverNow() && <Alternatives venue={entry.venue} wish={entry.from} party={entry.partySize} />}
      {asking && (
        <Ask
          title={entry.status === 'OFFERED' ? line.leavesOffer : line.leaves} yes={line.leave} no={line.stay} onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            void leave.run({ entryId: entry.id, expectedVersion: entry.version }, entry)
          }}
        />
      )}
    </Stack>
  )
}

function endOf(entry: EntryRead, line: ReturnType<typeof useGuestWords>['line']): [string, string] {
  switch (entry.status) {
    case 'FULFILLED':
      return [line.fulfilled, line.fulfilledText]
    case 'DECLINED':
      return [line.declined, line.declinedText]
    case 'EXPIRED':
      return [line.expired, line.expiredText]
    case 'CANCELLED':
      return [line.cancelled, line.cancelledText]
    default:
      return [line.title, '']
  }
}
