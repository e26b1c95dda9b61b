import { Alert, Text } from '@mantine/core'
import { Icon } from '../../components/icons'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { formatLength } from '../../time/format'
import type { WaitlistVenue } from './useWaiting'
import { useWaitlistWords } from './words'

/** How turns go by the policy in force, in words, and what keeps offers from being made by themselves. */
export function OrderOfTurns({ venue, usual }: { venue: WaitlistVenue; usual: { p50: number; p90: number } | undefined }) {
  const words = useWaitlistWords()
  const enums = useWords(enumWords)
  const language = useLanguage()
  const { rules, number: version } = venue.policy
  const weights = rules.waitlistWeights.filter(({ weight }) => weight > 0)
  const said = weights.map(({ factor, weight }) => `${enums.waitlistFactor[factor]} × ${number(language, weight)}`).join(', ')
  return (
    <>
      {!venue.switches.offers && (
        <Alert variant="light" color="amber" icon={<Icon name="warning" />}>
          {words.offersOff}
        </Alert>
      )}
      {venue.switches.offers && !rules.autoPromote && (
        <Alert variant="light" color="amber" icon={<Icon name="warning" />}>
          {words.autoOff}
        </Alert>
      )}
      <Text size="sm" c="dimmed" data-testid="order">
        {words.order.policy(number(language, version))}. {weights.length === 0 ? words.order.byJoining : words.order.weighed(said)}{' '}
        {rules.waitlistFit === 'STRICT_FIFO' ? words.order.strict : words.order.bestFit(number(language, rules.skipLimit))}{' '}
        {weights.some(({ factor }) => factor === 'SLOT_FIT') && words.order.fit}{' '}
        {usual && words.usual(formatLength(usual.p50, language), formatLength(usual.p90, language))}
      </Text>
    </>
  )
}
