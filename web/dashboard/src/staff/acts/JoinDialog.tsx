import { Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { useCommand } from '../../commands/useCommand'
import { ZoneNote } from '../../components/TimeText'
import { useVenue } from '../../shell/venue'
import { addDays, dayOf, instantOf } from '../../time/day'
import { ActDialog } from './ActDialog'
import { JoinWaitlist } from './documents'
import { asAny } from './Results'
import { useActWords } from './words'

/** Puts somebody on the list who telephones or stands at the desk. */
export function JoinDialog({ close, places }: { close: () => void; places: readonly { id: string; name: string }[] }) {
  const words = useActWords().dialog
  const venue = useVenue()
  const zone = venue.timeZone
  const [day, on] = useState(() => dayOf(serverNow(), zone))
  const [from, begin] = useState('18:00')
  const [until, end] = useState('21:00')
  const [party, size] = useState(2)
  const [place, at] = useState('')
  const [name, call] = useState('')
  const [phone, dial] = useState('')
  const [email, write] = useState('')
  const [tried, attempt] = useState(false)
  const join = useCommand(JoinWaitlist, { target: `join:${venue.id}`, about: name || undefined })
  // An end that is not after the beginning is one of the next day: an evening may go on past midnight.
  const endDay = until <= from ? addDays(day, 1) : day
  const bad = until === from
  const send = () => {
    attempt(true)
    if (!name.trim() || bad) return undefined
    return join.run({
      venueId: venue.id,
      partySize: party,
      from: instantOf(day, from, zone),
      to: instantOf(endDay, until, zone),
      ...(place ? { resourceId: place } : {}),
      customer: { name: name.trim(), ...(phone.trim() ? { phone: phone.trim() } : {}), ...(email.trim() ? { email: email.trim() } : {}) },
    })
  }
  return (
    <ActDialog {...words.join} size="lg" command={asAny(join)} close={close} send={send}>
      <Stack gap="sm">
        <Group gap="sm" align="start" grow>
          <TextInput
            label={words.guest.name}
            withAsterisk
            value={name}
            maxLength={200}
            data-autofocus
            autoComplete="off"
            onChange={(event) => call(event.currentTarget.value)}
            error={tried && !name.trim() ? words.guest.nameMissing : undefined}
          />
          <TextInput label={words.guest.phone} type="tel" value={phone} autoComplete="off" onChange={(event) => dial(event.currentTarget.value)} />
          <TextInput label={words.guest.email} type="email" value={email} autoComplete="off" onChange={(event) => write(event.currentTarget.value)} />
        </Group>
        <Group gap="sm" align="start">
          <NumberInput
            label={words.join.party}
            value={party}
            min={1}
            max={99}
            w="6rem"
            allowDecimal={false}
            onChange={(next) => typeof next === 'number' && next > 0 && size(next)}
          />
          <TextInput
            type="date"
            label={words.join.day}
            value={day}
            onChange={(event) => event.currentTarget.value && on(event.currentTarget.value)}
          />
          <TextInput
            type="time"
            label={words.join.from}
            value={from}
            onChange={(event) => event.currentTarget.value && begin(event.currentTarget.value)}
          />
          <TextInput
            type="time"
            label={words.join.until}
            value={until}
            onChange={(event) => event.currentTarget.value && end(event.currentTarget.value)}
            error={bad ? words.join.badRange : undefined}
          />
          <Select
            label={words.join.place}
            w="11rem"
            value={place}
            allowDeselect={false}
            searchable={places.length > 12}
            onChange={(next) => at(next ?? '')}
            data={[{ value: '', label: words.join.anyPlace }, ...places.map(({ id, name: label }) => ({ value: id, label }))]}
          />
        </Group>
        <ZoneNote zone={zone} at={instantOf(day, from, zone)} />
      </Stack>
    </ActDialog>
  )
}
