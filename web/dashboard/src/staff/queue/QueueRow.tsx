import { Badge, Text } from '@mantine/core'
import { memo, useEffect, useRef } from 'react'
import { SpanText } from '../../components/TimeText'
import { placesOf, spanOf } from '../../fragments/slots'
import { useLanguage } from '../../messages/language'
import { useActWords } from '../acts/words'
import { DueMark } from './DueMark'
import { isRequest, summaryOf } from './subject'
import type { Item } from './useActionQueue'
import { useSettledBy } from './useSettledBy'
import { useQueueWords } from './words'

const tone: Record<string, string> = {
  OFFER_EXPIRING: 'rust',
  LATE_ARRIVAL: 'rust',
  ATTEMPT_UNKNOWN: 'amber',
  INTENT_STUCK: 'amber',
  CONFLICT: 'amber',
  DELIVERY_FAILED: 'amber',
  OFFER_AWAITING_DECISION: 'pine',
  APPROVAL_PENDING: 'sea',
}

interface Props {
  item: Item
  gone: boolean
  selected: boolean
  /** The one row that Tab stops at. */
  stop: boolean
  zone: string
  select: (id: string) => void
  /** Shows what is known of it, where there is no room for both at once. */
  open: (opened: boolean) => void
}

/** One thing that waits, in two lines. It is a button: what can be done with it stands beside it. */
export const QueueRow = memo(function QueueRow({ item, gone, selected, stop, zone, select, open }: Props) {
  const words = useQueueWords()
  const acts = useActWords()
  const language = useLanguage()
  const button = useRef<HTMLButtonElement>(null)
  const summary = summaryOf(item)
  const settled = useSettledBy(item, gone)
  const kind = isRequest(item) ? words.requested : (words.kind[item.kind] ?? item.kind)
  const title = summary.sentence?.[language] ?? summary.who ?? item.reason
  useEffect(() => {
    if (selected) button.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const span = spanOf(summary.slots)
  return (
    <li>
      <button
        ref={button}
        type="button"
        className="queue-row"
        data-item={item.id}
        data-kind={item.kind}
        data-gone={gone || undefined}
        aria-current={selected || undefined}
        tabIndex={stop ? 0 : -1}
        onClick={() => (select(item.id), open(true))}
        onFocus={() => select(item.id)}
      >
        <DueMark item={item} zone={zone} label={title} gone={gone} />
        <span className="queue-row-text">
          <span className="queue-row-title">
            {title}
            {summary.partySize !== null && (
              <Text span size="sm" c="dimmed">
                {' '}
                · {acts.party(summary.partySize)}
              </Text>
            )}
          </span>
          <span className="queue-row-more">
            {settled ? (
              <strong data-testid="settled-by">{settled.text}</strong>
            ) : span ? (
              <>
                {placesOf(summary.slots)} · <SpanText {...span} zone={zone} bare />
              </>
            ) : (
              (words.matter[item.kind] ?? item.reason)
            )}
          </span>
          <Badge variant="light" size="sm" color={gone ? 'slate' : (tone[item.kind] ?? 'slate')} tt="none" className="queue-row-kind">
            {kind}
          </Badge>
        </span>
      </button>
    </li>
  )
})
