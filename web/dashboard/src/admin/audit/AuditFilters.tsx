import { Button, Group, MultiSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { commandOutcomeValues, mutationNames, problemCodeValues } from '../../gql/enums'
import { useDeed } from '../../history/useDeed'
import { useHistoryWords } from '../../history/words'
import { enumWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { MomentInput } from '../entry/MomentInput'
import { useAdminWords } from '../words'
import type { AuditSearch } from './filter'

interface Props {
  search: AuditSearch
  set: (patch: Partial<AuditSearch>) => void
  clear: () => void
  zone: string
}

/** The filter of the audit. Lists take effect at once, texts when they are left or entered. */
export function AuditFilters({ search, set, clear, zone }: Props) {
  const {
    audit: { filter: words },
  } = useAdminWords()
  const { routine } = useHistoryWords()
  const enums = useWords(enumWords)
  const say = useDeed()
  const operations = [...new Set([...mutationNames, ...search.operations.filter((name) => !(name in routine))])]
  const any = Object.values(search).some((value) => value.length > 0)
  return (
    <Stack gap="xs" component="form" role="search" aria-label={words.label} onSubmit={(event) => event.preventDefault()}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        <MultiSelect
          size="xs"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': words.remove(words.operations) }}
          label={words.operations}
          value={search.operations}
          onChange={(next) => set({ operations: next })}
          data={[
            { group: words.label, items: operations.map((value) => ({ value, label: say(value) })) },
            { group: words.other, items: Object.keys(routine).map((value) => ({ value, label: say(value) })) },
          ]}
        />
        <MultiSelect
          size="xs"
          clearable
          clearButtonProps={{ 'aria-label': words.remove(words.outcomes) }}
          label={words.outcomes}
          value={search.outcomes}
          onChange={(next) => set({ outcomes: next as AuditSearch['outcomes'] })}
          data={commandOutcomeValues.map((value) => ({ value, label: enums.outcome[value] }))}
        />
        <MultiSelect
          size="xs"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': words.remove(words.problemCodes) }}
          label={words.problemCodes}
          value={search.problemCodes}
          onChange={(next) => set({ problemCodes: next as AuditSearch['problemCodes'] })}
          data={problemCodeValues.map((value) => ({ value, label: enums.problem[value] }))}
        />
        <Text label={words.actor} help={words.actorHelp} value={search.actor} set={(actor) => set({ actor })} />
        <Text label={words.subject} value={search.subjectId} set={(subjectId) => set({ subjectId })} mono />
        <Text label={words.correlationId} value={search.correlationId} set={(correlationId) => set({ correlationId })} mono />
        <MomentInput label={words.from} value={search.from} onChange={(from) => set({ from })} zone={zone} />
        <MomentInput label={words.to} value={search.to} onChange={(to) => set({ to })} zone={zone} />
      </SimpleGrid>
      {any && (
        <Group>
          <Button variant="subtle" color="slate" onClick={clear}>
            {words.clear}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function Text({
  label,
  help,
  value,
  set,
  mono = false,
}: {
  label: string
  help?: string
  value: string
  set: (value: string) => void
  mono?: boolean
}) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const put = () => typed.trim() !== value && set(typed.trim())
  return (
    <TextInput
      label={label}
      placeholder={help}
      value={typed}
      spellCheck={false}
      autoComplete="off"
      {...(mono ? { classNames: { input: 'mono' } } : {})}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={put}
      onKeyDown={(event) => event.key === 'Enter' && put()}
    />
  )
}
