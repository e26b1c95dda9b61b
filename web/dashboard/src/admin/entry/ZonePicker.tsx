import { Select } from '@mantine/core'
import { useLanguage } from '../../messages/language'
import { formatTime, zoneName } from '../../time/format'
import { useServerNow } from '../../time/countdown'
import { useAdminWords } from '../words'

const known: readonly string[] = Intl.supportedValuesOf('timeZone')

/** A time zone by its name, and what the clock there says now. */
export function ZonePicker({
  label,
  value,
  onChange,
  description,
}: {
  label: string
  value: string
  onChange: (zone: string) => void
  description?: string
}) {
  const { zone: words } = useAdminWords().frame
  const language = useLanguage()
  const now = useServerNow(15_000)
  const zones = value && !known.includes(value) ? [value, ...known] : known
  return (
    <Select
      label={label}
      required
      searchable
      value={value || null}
      data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      limit={60}
      nothingFoundMessage={words.none}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(next) => next && onChange(next)}
      allowDeselect={false}
      description={
        value
          ? `${words.now(`${formatTime(now, value, language, 'dateTime')} ${zoneName(value, now, language)}`)}${description ? ` ${description}` : ''}`
          : (description ?? words.none)
      }
    />
  )
}
