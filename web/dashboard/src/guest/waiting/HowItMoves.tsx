import { Text } from '@mantine/core'
import { useLanguage } from '../../messages/language'
import { durationMs, formatLength } from '../../time/format'
import { turnBy, type QueueRules } from '../terms/terms'
import { useGuestWords } from '../words'

/** How a line moves by the venue's rules, in sentences. */
export function HowItMoves({ rules, offers, brief = false }: { rules: QueueRules & { offerTtl: string }; offers: boolean; brief?: boolean }) {
  const { line } = useGuestWords()
  const language = useLanguage()
  const turn = turnBy(rules)
  const sentences = [
    !brief && line.strict,
    !brief && turn.maySkip > 0 && line.skipping(turn.maySkip),
    rules.autoPromote && offers ? line.offered(formatLength(durationMs(rules.offerTtl), language)) : line.byHand,
    line.lapse[rules.onOfferLapse],
  ]
  return <Text size="sm" c={brief ? 'dimmed' : undefined}>{sentences.filter(Boolean).join(' ')}</Text>
}
