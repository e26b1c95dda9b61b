import { ActionIcon, Button, Group, Input, NumberInput, SegmentedControl, Stack, Switch } from '@mantine/core'
import { Fragment } from 'react'
import { Icon } from '../../components/icons'
import { bookingChannelValues, confirmationModeValues, offerLapseValues, waitlistFitValues } from '../../gql/enums'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { LengthInput } from '../entry/LengthInput'
import { sayLength } from '../entry/length'
import { useAdminWords } from '../words'
import { type ChannelTimes, counts, isCount, isLength, lengths, type RuleFault, type RuleName, type Rules } from './rules'

interface Props {
  name: RuleName
  rules: Rules
  set: (patch: Partial<Rules>) => void
  fault: RuleFault | undefined
  changed: boolean
}

/** One rule as a field of its kind. What was changed is marked. */
export function RuleInput({ name, rules, set, fault, changed }: Props) {
  const { policies: words } = useAdminWords()
  const enums = useWords(enumWords)
  const language = useLanguage()
  const label = words.rule[name] + (changed ? ' •' : '')
  const description = words.help[name]
  const error = fault && says(fault)
  function says(kind: RuleFault): string {
    if (kind === 'leadTime') return words.form.fault.leadTime
    if (kind === 'turns') return words.form.fault.turns
    if (isLength(name)) return words.form.fault.length(sayLength(lengths[name][0], language), sayLength(lengths[name][1], language))
    if (isCount(name)) return words.form.fault.number(number(language, counts[name][0]), number(language, counts[name][1]))
    return words.form.faulty
  }
  if (isLength(name))
    return <LengthInput label={label} description={description} error={error} value={rules[name]} onChange={(value) => set({ [name]: value })} />
  if (isCount(name)) {
    const limit = name === 'pacingParties' || name === 'pacingCovers'
    return (
      <NumberInput
        label={label}
        description={description}
        error={error}
        styles={{ wrapper: { maxWidth: '11.25rem' } }}
        allowDecimal={false}
        min={counts[name][0]}
        clampBehavior="none"
        value={rules[name] ?? ''}
        placeholder={limit ? words.value.noLimit : undefined}
        onChange={(value) => set({ [name]: value === '' ? (limit ? null : 0) : Number(value) })}
      />
    )
  }
  const choice = <V extends string>(values: readonly V[], names: Record<string, string>, value: V, put: (value: V) => void) => (
    <Input.Wrapper label={label} description={description} size="xs" labelElement="div">
      <div>
        <SegmentedControl
          mt={4}
          aria-label={words.rule[name]}
          value={value}
          onChange={(next) => put(next as V)}
          data={values.map((one) => ({ value: one, label: names[one] ?? one }))}
        />
      </div>
    </Input.Wrapper>
  )
  switch (name) {
    case 'autoNoShow':
    case 'autoPromote':
      return (
        <Switch label={label} description={description} checked={rules[name]} onChange={(event) => set({ [name]: event.currentTarget.checked })} />
      )
    case 'confirmation':
      return choice(confirmationModeValues, enums.confirmationMode, rules.confirmation, (confirmation) => set({ confirmation }))
    case 'waitlistFit':
      return choice(waitlistFitValues, enums.waitlistFit, rules.waitlistFit, (waitlistFit) => set({ waitlistFit }))
    case 'onOfferLapse':
      return choice(offerLapseValues, enums.offerLapse, rules.onOfferLapse, (onOfferLapse) => set({ onOfferLapse }))
    case 'waitlistWeights':
      return (
        <Input.Wrapper label={label} description={description} size="xs" labelElement="div">
          <Group mt={4} gap="sm">
            {rules.waitlistWeights.map(({ factor, weight }) => (
              <NumberInput
                key={factor}
                w="8rem"
                label={enums.waitlistFactor[factor]}
                min={0}
                max={10_000}
                allowDecimal={false}
                value={weight}
                onChange={(value) =>
                  set({ waitlistWeights: rules.waitlistWeights.map((one) => (one.factor === factor ? { factor, weight: Number(value) } : one)) })
                }
              />
            ))}
          </Group>
        </Input.Wrapper>
      )
    case 'turnTimes':
      return <Turns label={label} description={description} error={error} rules={rules} set={set} />
    case 'channels':
      return <Channels label={label} description={description} error={error} rules={rules} set={set} />
  }
}

type ListProps = Pick<Props, 'rules' | 'set'> & { label: string; description: string; error: string | undefined }

function Turns({ label, description, error, rules, set }: ListProps) {
  const {
    policies: { form: words },
  } = useAdminWords()
  const language = useLanguage()
  const { turnTimes } = rules
  const put = (index: number, patch: Partial<Rules['turnTimes'][number]>) =>
    set({ turnTimes: turnTimes.map((turn, i) => (i === index ? { ...turn, ...patch } : turn)) })
  return (
    <Input.Wrapper label={label} description={description} error={error} size="xs" labelElement="div">
      <Stack gap="xs" mt={4}>
        {turnTimes.map((turn, index) => (
          <Group key={index} align="flex-end" gap="sm">
            <NumberInput
              label={words.fromSize}
              w="9rem"
              min={1}
              allowDecimal={false}
              value={turn.fromPartySize}
              onChange={(value) => put(index, { fromPartySize: Number(value) })}
            />
            <LengthInput label={words.length} among={['minute', 'hour']} value={turn.duration} onChange={(duration) => put(index, { duration })} />
            <ActionIcon
              color="slate"
              aria-label={words.removeTurn(number(language, turn.fromPartySize))}
              onClick={() => set({ turnTimes: turnTimes.filter((_, i) => i !== index) })}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            variant="subtle"
            color="slate"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => set({ turnTimes: [...turnTimes, { fromPartySize: (turnTimes.at(-1)?.fromPartySize ?? 4) + 1, duration: 'PT2H' }] })}
          >
            {words.addTurn}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  )
}

const times = ['leadTime', 'bookingHorizon', 'cancellationCutoff'] as const

function Channels({ label, description, error, rules, set }: ListProps) {
  const { policies: words } = useAdminWords()
  const channels = useWords(enumWords).channel
  const of = (channel: ChannelTimes['channel']): ChannelTimes =>
    rules.channels.find((one) => one.channel === channel) ?? { channel, leadTime: null, bookingHorizon: null, cancellationCutoff: null }
  const put = (next: ChannelTimes) =>
    set({
      channels: bookingChannelValues.map((channel) => (channel === next.channel ? next : of(channel))).filter((one) => times.some((own) => one[own])),
    })
  return (
    <Input.Wrapper label={label} description={description} error={error} size="xs" labelElement="div">
      <div className="channel-times">
        <span />
        {times.map((own) => (
          <span key={own}>{words.rule[own]}</span>
        ))}
        {bookingChannelValues.map((channel) => (
          <Fragment key={channel}>
            <strong>{channels[channel]}</strong>
            {times.map((own) => (
              <LengthInput
                key={own}
                quiet
                label={`${channels[channel]}, ${words.rule[own]}`}
                value={of(channel)[own] ?? ''}
                placeholder={words.value.asGenerally}
                onChange={(value) => put({ ...of(channel), [own]: value || null })}
              />
            ))}
          </Fragment>
        ))}
      </div>
    </Input.Wrapper>
  )
}
