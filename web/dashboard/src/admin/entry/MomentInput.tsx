import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage } from '../../messages/language'
import { zoneCity, zoneName } from '../../time/format'
import { useAdminWords } from '../words'
import { doubtOf, instantAt } from './wall'

interface Props {
  label: string
  /** As the wall shows it: 2026-12-01T19:30. */
  value: string
  onChange: (wall: string) => void
  zone: string
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  min?: string
}

/** A moment by the venue's clock. The zone stands below, and what a clock change makes of the moment. */
export function MomentInput({ label, value, onChange, zone, description, error, required = false, min }: Props) {
  const { moment: words } = useAdminWords().frame
  const language = useLanguage()
  const at = instantAt(value, zone)
  const doubt = doubtOf(value, zone)
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      required={required}
      {...(min ? { min } : {})}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        <>
          {words.zone(zoneCity(zone), at ? zoneName(zone, at, language) : zone)}
          {doubt && <> {words[doubt]}</>}
          {description && <> {description}</>}
        </>
      }
    />
  )
}
