import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { useLanguage } from '../../messages/language'
import { formatTime } from '../../time/format'
import { Alternatives } from '../find/Alternatives'
import type { VenueToBook } from '../find/Find'
import { nearest, type Time } from '../find/times'
import { When } from '../when/When'
import { useGuestWords } from '../words'
import { GuestJoin } from './commands'
import { HowItMoves } from './HowItMoves'

interface Props {
  venue: VenueToBook
  party: number
  time: Time
  times: readonly Time[]
  place: string | undefined
  instead: string | undefined
  onTime: (time: Time) => void
}

/** A time that is full: what is free near it, and a place in line for it. */
export function WaitForm({ venue, party, time, times, place, instead, onTime }: Props) {
  const words = useGuestWords()
  const language = useLanguage()
  const navigate = useNavigate()
  const fromId = useId()
  const toId = useId()
  const zone = venue.timeZone
  const [from, setFrom] = useState(time.startsAt)
  const [to, setTo] = useState(time.endsAt)
  const join = useCommand(GuestJoin, { target: `wait ${venue.id}`, about: venue.name })
  const near = nearest(times, time.startsAt)
  const resource = venue.resources.nodes.find((one) => one.id === place)
  const wrong = Date.parse(from) >= Date.parse(to)
  const starts = [...new Set(times.map((one) => one.startsAt))]
  const ends = [...new Set(times.map((one) => one.endsAt))].sort((a, b) => Date.parse(a) - Date.parse(b))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const result = await join.run({ venueId: venue.id, partySize: party, from, to, ...(resource ? { resourceId: resource.id } : {}) })
    const kind = result?.settled.kind
    if ((kind === 'done' || kind === 'doneBefore') && result?.entity) {
      join.dismiss()
      void navigate({ to: '/waiting/$id', params: { id: result.entity.id }, replace: true })
    }
  }
  const options = (all: readonly string[]) => all.map((at) => <option key={at} value={at}>{formatTime(at, zone, language)}</option>)
  return (
    <Stack gap="md">
      <When from={time.startsAt} to={time.endsAt} zone={zone} />
      {near.length >= 3 ? <Near times={near} zone={zone} onTime={onTime} /> : <Alternatives venue={venue} wish={time.startsAt} party={party} instead={instead} />}
      {!instead && (
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="sm">
            <Text component="h3" fw={650}>{words.wait.joinFor}</Text>
            <Text size="sm">{words.wait.explain} {resource && words.wait.onlyThis(resource.name)}</Text>
            <details>
              <summary>{words.wait.widen}</summary>
              <div className="range">
                <span>
                  <label className="field-label" htmlFor={fromId}>{words.wait.from}</label>
                  <select className="field" id={fromId} value={from} onChange={(event) => setFrom(event.currentTarget.value)}>{options(starts)}</select>
                </span>
                <span>
                  <label className="field-label" htmlFor={toId}>{words.wait.to}</label>
                  <select className="field" id={toId} value={to} aria-invalid={wrong} aria-describedby={wrong ? `${toId}-wrong` : undefined} onChange={(event) => setTo(event.currentTarget.value)}>{options(ends)}</select>
                </span>
              </div>
              {wrong && <Text size="sm" c="var(--mantine-color-error)" id={`${toId}-wrong`}>{words.wait.wrongRange}</Text>}
            </details>
            <CommandResult
              of={join} quietWhenDone
              next={(now) => now?.__typename === 'WaitlistEntry' && <Anchor renderRoot={(props) => <Link to="/waiting/$id" params={{ id: now.id }} {...props} />}>{words.wait.see}</Anchor>}
            />
            <Button type="submit" size="lg" fullWidth loading={join.busy} disabled={wrong} data-testid="join">{words.wait.join}</Button>
            <HowItMoves rules={venue.policy.rules} offers={venue.switches.offers} brief />
          </Stack>
        </form>
      )}
    </Stack>
  )
}

function Near({ times, zone, onTime }: { times: readonly Time[]; zone: string; onTime: (time: Time) => void }) {
  const words = useGuestWords().alternatives
  const language = useLanguage()
  return (
    <section className="alternatives" aria-label={words.title} data-testid="alternatives">
      <h3>{words.title}</h3>
      <ul>
        {times.map((time) => (
          <li key={`${time.startsAt} ${time.endsAt}`}>
            <button type="button" className="alternative" onClick={() => onTime(time)}>
              <time dateTime={time.startsAt}>{formatTime(time.startsAt, zone, language)}</time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
