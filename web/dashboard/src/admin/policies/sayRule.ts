import { enumWords } from '../../messages/catalogues'
import { type Language, useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { sayDuration } from '../entry/length'
import { useAdminWords } from '../words'
import type { policies } from '../../messages/en/admin/policies'
import type { enums } from '../../messages/en/enums'
import type { ChannelTimes, Rules } from './rules'

interface Words {
  policies: typeof policies
  enums: typeof enums
  language: Language
}

const named = (table: Record<string, string>, value: unknown): string => table[String(value)] ?? String(value)

/** A rule's value as people say it: 7 minutes, no limit, first come, first served. */
export function sayRule(name: string, value: unknown, { policies: { rule, value: words }, enums, language }: Words): string {
  const length = (text: string) => sayDuration(text, language)
  const n = (count: number) => number(language, count)
  switch (name) {
    case 'confirmation':
      return named(enums.confirmationMode, value)
    case 'waitlistFit':
      return named(enums.waitlistFit, value)
    case 'onOfferLapse':
      return named(enums.offerLapse, value)
    case 'skipLimit':
      return words.times(Number(value))
    case 'waitlistWeights': {
      const weighed = (value as Rules['waitlistWeights']).filter(({ weight }) => weight > 0)
      return weighed.map(({ factor, weight }) => words.weight(named(enums.waitlistFactor, factor), n(weight))).join(', ') || words.fifo
    }
    case 'turnTimes':
      return (value as Rules['turnTimes']).map((turn) => words.from(n(turn.fromPartySize), length(turn.duration))).join(', ') || words.none
    case 'channels':
      return (
        (value as Partial<ChannelTimes>[])
          .map((one) =>
            words.channel(
              named(enums.channel, one.channel),
              (['leadTime', 'bookingHorizon', 'cancellationCutoff'] as const)
                .filter((own) => one[own])
                .map((own) => words.own(rule[own], length(one[own]!)))
                .join(', '),
            ),
          )
          .join('; ') || words.none
      )
    default:
      if (value === null || value === undefined) return words.noLimit
      if (typeof value === 'boolean') return value ? words.on : words.off
      return typeof value === 'number' ? n(value) : length(String(value))
  }
}

export function useSayRule(): (name: string, value: unknown) => string {
  const { policies } = useAdminWords()
  const enums = useWords(enumWords)
  const language = useLanguage()
  return (name, value) => sayRule(name, value, { policies, enums, language })
}
