import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../components/icons'
import { placesOf, spanOf } from '../../fragments/slots'
import { When } from '../when/When'
import { useGuestWords } from '../words'
import './Summary.css'

interface Props {
  venue: { name: string; timeZone: string }
  slots: readonly { startsAt: string; endsAt: string; resource: { name: string } }[]
  partySize: number
  customer?: { name: string } | undefined
  over?: boolean
}

/** A booking as one would tell it to a friend: when, where, for how many. */
export function Summary({ venue, slots, partySize, customer, over = false }: Props) {
  const { people } = useGuestWords()
  const span = spanOf(slots)
  return (
    <div className="summary" data-over={over || undefined}>
      <div className="summary-what">
        {span && <When {...span} zone={venue.timeZone} device={!over} />}
        <Line icon="venues">{venue.name}</Line>
        <Line icon="resources">{placesOf(slots)}</Line>
        <Line icon="person">{people(partySize)}{customer && <Text component="span" c="dimmed"> · {customer.name}</Text>}</Line>
      </div>
    </div>
  )
}

const Line = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <span className="summary-line">
    <Icon name={icon} size={18} /> <span>{children}</span>
  </span>
)
