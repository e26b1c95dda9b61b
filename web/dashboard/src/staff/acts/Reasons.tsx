import { Group, Kbd, Radio, Stack, Textarea } from '@mantine/core'
import { useActWords } from './words'

/** Reasons of the contract to choose from; a digit chooses as well. */
export function ReasonChoice<R extends string>({
  label,
  of,
  value,
  choose,
  say,
}: {
  label: string
  of: readonly R[]
  value: R
  choose: (reason: R) => void
  say: Record<R, string>
}) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(next) => choose(next as R)}
      onKeyDown={(event) => {
        const chosen = of[Number(event.key) - 1]
        if (!chosen) return
        event.preventDefault()
        choose(chosen)
        event.currentTarget.querySelector<HTMLInputElement>(`input[value="${chosen}"]`)?.focus()
      }}
    >
      <Stack gap="xs" mt="xs">
        {of.map((reason, i) => (
          <Group key={reason} gap="xs" justify="space-between" wrap="nowrap">
            <Radio value={reason} label={say[reason]} data-autofocus={reason === value || undefined} />
            <Kbd size="xs" className="key" aria-hidden="true">
              {i + 1}
            </Kbd>
          </Group>
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Why, in a person's own words. */
export function ReasonText({
  value,
  change,
  placeholder,
  tried,
  focus = true,
}: {
  value: string
  change: (text: string) => void
  placeholder?: string
  tried: boolean
  focus?: boolean
}) {
  const words = useActWords().dialog
  return (
    <Textarea
      label={words.reason}
      description={words.reasonHelp}
      withAsterisk
      autosize
      minRows={2}
      maxLength={500}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      {...(placeholder ? { placeholder } : {})}
      {...(focus ? { 'data-autofocus': true } : {})}
      error={tried && !value.trim() ? words.reasonMissing : undefined}
    />
  )
}
