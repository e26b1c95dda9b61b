import { TimePicker } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useAdminWords } from '../words'

/** A wall-clock time of 24 hours, HH:MM, whatever the device prefers: opening rules are read aloud as they stand. */
export function ClockInput({
  label,
  value,
  onChange,
  description,
  error,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  description?: ReactNode
  error?: ReactNode
}) {
  const { clock: words } = useAdminWords().frame
  return (
    <TimePicker
      label={label}
      size="xs"
      w="7.5rem"
      format="24h"
      minutesStep={5}
      value={value}
      onChange={(next) => next && onChange(next.slice(0, 5))}
      description={description}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      hoursInputLabel={words.hours(label)}
      minutesInputLabel={words.minutes(label)}
    />
  )
}
