import { Button } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { SpanText, ZoneNote } from '../../components/TimeText'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { dayOf } from '../../time/day'
import { useMay } from '../../shell/Viewer'
import { PageLink } from '../frame/PageLink'
import { Section } from '../frame/Section'
import { Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'
import { ReviewQuery } from './documents'

/** Booked slots that the rules no longer have. Nothing is shown while there are none. */
export function LeftOver({ venue }: { venue: { id: string; code: string; timeZone: string; openingRules: { laidOutNumber: number } } }) {
  const may = useMay('reservation:operate')
  return may ? <List key={venue.openingRules.laidOutNumber} venue={venue} /> : null
}

function List({ venue }: { venue: { id: string; code: string; timeZone: string } }) {
  const {
    settings: { review: words },
    frame,
  } = useAdminWords()
  const language = useLanguage()
  const [pages, setPages] = useState(1)
  const [answer] = useQuery({ query: ReviewQuery, variables: { venueId: venue.id, after: null }, requestPolicy: 'cache-and-network' })
  const slots = answer.data?.slotsForReview.nodes ?? []
  if (slots.length === 0) return null
  return (
    <Section
      title={words.title}
      tone="amber"
      testId="left-over"
      text={
        <>
          {words.text} <ZoneNote zone={venue.timeZone} />
        </>
      }
    >
      <Sheet
        label={words.title}
        head={
          <>
            <th scope="col">{words.columns.time}</th>
            <th scope="col">{words.columns.place}</th>
            <th scope="col" className="number">
              {words.columns.taken}
            </th>
            <th scope="col">{words.columns.open}</th>
          </>
        }
      >
        {slots.slice(0, pages * 5).map((slot) => (
          <tr key={slot.id}>
            <th scope="row">
              <SpanText from={slot.startsAt} to={slot.endsAt} zone={venue.timeZone} bare />
            </th>
            <td>{slot.resource.name}</td>
            <td className="number">
              {number(language, slot.capacity - slot.remaining)} / {number(language, slot.capacity)}
            </td>
            <td>
              <PageLink to={`/v/${venue.code}/timeline?day=${dayOf(slot.startsAt, venue.timeZone)}`}>{words.open}</PageLink>
            </td>
          </tr>
        ))}
      </Sheet>
      {slots.length > pages * 5 && (
        <div>
          <Button variant="subtle" color="slate" onClick={() => setPages(pages + 1)}>
            {frame.more}
          </Button>
        </div>
      )}
    </Section>
  )
}
