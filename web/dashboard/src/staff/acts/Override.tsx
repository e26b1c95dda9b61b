import { Alert, Textarea } from '@mantine/core'
import { Icon } from '../../components/icons'
import type { ProblemCode } from '../../gql/enums'
import { enumWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useActWords } from './words'

/** Says which rules of the house a choice goes against, and asks why nevertheless. */
export function OverrideReason({
  rules,
  value,
  change,
  tried,
}: {
  rules: readonly ProblemCode[]
  value: string
  change: (text: string) => void
  tried: boolean
}) {
  const words = useActWords().dialog
  const say = useWords(enumWords).problem
  return (
    <Alert color="amber" variant="light" icon={<Icon name="warning" />} title={words.override.title}>
      {rules.map((code) => say[code]).join(', ')}. {words.override.what}
      <Textarea
        mt="xs"
        label={words.override.reason}
        withAsterisk
        autosize
        minRows={1}
        maxLength={500}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        error={tried && !value.trim() ? words.reasonMissing : undefined}
      />
    </Alert>
  )
}
