import { Group, Input, NumberInput, Select } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useAdminWords } from '../words'
import { durationOf, secondsOf, type Unit, unitOf, units } from './length'

interface Props {
  label: string
  description?: ReactNode
  error?: ReactNode
  /** An ISO 8601 duration; an empty text is none. */
  value: string
  onChange: (value: string) => void
  among?: readonly Unit[]
  disabled?: boolean
  /** Leave the label to screen readers, where a heading says it already. */
  quiet?: boolean
  placeholder?: string
}

/** A length of time as a number and a unit. */
export function LengthInput({
  label,
  description,
  error,
  value,
  onChange,
  among = ['minute', 'hour', 'day'],
  disabled = false,
  quiet = false,
  placeholder,
}: Props) {
  const words = useAdminWords().frame.unit
  const id = useId()
  const seconds = secondsOf(value)
  const fits = unitOf(seconds ?? 0, seconds !== undefined && seconds % 60 ? ['second', ...among] : among)
  const [chosen, setChosen] = useState<Unit>()
  const unit = chosen && (seconds === undefined || seconds % units[chosen] === 0) ? chosen : fits
  const choices = [...new Set<Unit>([...(unit === 'second' ? (['second'] as const) : []), ...among])]
  return (
    <Input.Wrapper {...(quiet ? {} : { label })} description={description} error={error} id={id} size="xs">
      <Group gap={4} wrap="nowrap" align="flex-start" mt={description ? 4 : 0}>
        <NumberInput
          id={id}
          w="5rem"
          min={0}
          max={99_999}
          allowDecimal={false}
          allowNegative={false}
          disabled={disabled}
          error={!!error}
          {...(quiet ? { 'aria-label': label } : {})}
          {...(placeholder ? { placeholder } : {})}
          value={seconds === undefined ? '' : seconds / units[unit]}
          onChange={(next) => onChange(next === '' ? '' : durationOf(Number(next) * units[unit]))}
        />
        <Select
          w="6rem"
          allowDeselect={false}
          disabled={disabled}
          aria-label={words.of(label)}
          value={unit}
          data={choices.map((name) => ({ value: name, label: words[name] }))}
          onChange={(next) => {
            if (!next) return
            setChosen(next as Unit)
            if (seconds !== undefined) onChange(durationOf((seconds / units[unit]) * units[next as Unit]))
          }}
        />
      </Group>
    </Input.Wrapper>
  )
}
