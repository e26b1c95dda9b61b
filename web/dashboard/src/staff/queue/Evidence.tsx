import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, type Ref } from 'react'
import { Icon } from '../../components/icons'
import { useLanguage } from '../../messages/language'
import { KeyButton } from '../keyboard/KeyButton'
import { ApprovalCase } from './ApprovalCase'
import { DueMark } from './DueMark'
import { AttemptCase, IntentCase } from './IntentCase'
import { OfferCase } from './OfferCase'
import { ReservationCase } from './ReservationCase'
import { isRequest, summaryOf } from './subject'
import type { Item } from './useActionQueue'
import { useSettledBy } from './useSettledBy'
import { useQueueWords } from './words'

export interface CaseProps {
  item: Item
  zone: string
  /** The venue's code, for addresses. */
  venue: string
  /** Changes whenever the thing is to be read again. */
  stamp: string
}

interface Props extends Omit<CaseProps, 'stamp'> {
  gone: boolean
  region: Ref<HTMLElement>
  next: () => void
  aside: () => void
  back: () => void
}

/** All that is known of the selected row, and what can be done with it. */
export function Evidence({ item, gone, zone, venue, region, next, aside, back }: Props) {
  const words = useQueueWords()
  const language = useLanguage()
  const summary = summaryOf(item)
  const settled = useSettledBy(item, gone)
  const title = summary.sentence?.[language] ?? summary.who ?? item.reason
  const matter = words.matter[isRequest(item) ? 'requested' : item.kind]
  return (
    <section ref={region} className="evidence" aria-label={words.evidence} tabIndex={-1} data-testid="evidence" data-item={item.id}>
      <Stack gap="md">
        <Button className="only-narrow" variant="subtle" color="slate" w="fit-content" leftSection={<Icon name="back" size={16} />} onClick={back}>
          {words.backToList}
        </Button>
        <Group gap="md" wrap="nowrap" align="start">
          <DueMark item={item} zone={zone} label={title} gone={gone} size={64} />
          <Stack gap={4} miw={0}>
            <Text component="h2" fw={650} size="lg">
              {title}
            </Text>
            <Group gap="xs">
              <Badge variant="light" color="slate" tt="none">
                {isRequest(item) ? words.requested : (words.kind[item.kind] ?? item.kind)}
              </Badge>
            </Group>
            <Text size="sm" {...(matter ? {} : { lang: 'en' })}>
              {matter ?? item.reason}
            </Text>
          </Stack>
        </Group>
        {settled && (
          <Alert color={settled.mine ? 'pine' : 'sea'} variant="light" icon={<Icon name="info" />} role="status" title={words.settled}>
            <Group justify="space-between" gap="sm">
              <Text size="sm">{settled.text}</Text>
              <KeyButton hotkey="j" variant="outline" size="compact-sm" onClick={next}>
                {words.goOn}
              </KeyButton>
            </Group>
          </Alert>
        )}
        <CaseOf item={item} zone={zone} venue={venue} stamp={`${item.version} ${item.kind} ${gone}`} />
        {!gone && (
          <KeyButton hotkey="h" variant="subtle" color="slate" w="fit-content" onClick={aside}>
            {words.putAside}
          </KeyButton>
        )}
      </Stack>
    </section>
  )
}

function CaseOf(props: CaseProps): ReactNode {
  switch (props.item.subject.__typename) {
    case 'Offer':
      return <OfferCase {...props} />
    case 'Reservation':
      return <ReservationCase {...props} />
    case 'Intent':
      return <IntentCase {...props} />
    case 'Attempt':
      return <AttemptCase {...props} />
    case 'Approval':
      return <ApprovalCase {...props} />
    default:
      return null
  }
}
