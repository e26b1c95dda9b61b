import { Badge, Stack, Table, Text } from '@mantine/core'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import type { ProblemCode } from '../../gql/enums'
import { useQueueWords } from './words'

interface Selection {
  policyVersion: { number: number }
  policyDigest?: string
  considered: number
  override: boolean
  reason?: string | null
  chosen?: { id: string; customer: { name: string } } | null
  skipped: readonly { entryId: string; position: number; code: ProblemCode; reason?: string | null }[]
}

/** Why this guest and nobody else: how many were looked at, who was passed over and for what reason, under which rules. */
export function SelectionRecord({ of, names }: { of: Selection; names?: ReadonlyMap<string, string> }) {
  const { selection: words, skip, fact } = useQueueWords()
  const problems = useWords(enumWords).problem
  const language = useLanguage()
  return (
    <Stack gap="xs" data-testid="selection">
      <Text size="sm">
        {words.considered(of.considered)}, {words.under(number(language, of.policyVersion.number))}.
      </Text>
      {of.override && (
        <Text size="sm">
          <Badge variant="light" color="amber" tt="none">
            {words.override}
          </Badge>{' '}
          {of.reason && <q>{of.reason}</q>}
        </Text>
      )}
      {of.skipped.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      ) : (
        <Table verticalSpacing={4} horizontalSpacing="xs" aria-label={words.skipped(of.skipped.length)}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="4rem">{words.place}</Table.Th>
              {names && <Table.Th>{fact.guest}</Table.Th>}
              <Table.Th>{words.why}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.skipped.map((entry) => (
              <Table.Tr key={entry.entryId}>
                <Table.Td>{number(language, entry.position)}</Table.Td>
                {names && <Table.Td>{names.get(entry.entryId) ?? '–'}</Table.Td>}
                <Table.Td>{entry.reason ? (skip[entry.reason] ?? `${problems[entry.code]} (${entry.reason})`) : problems[entry.code]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {of.policyDigest && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {words.digest}: {of.policyDigest}
        </Text>
      )}
    </Stack>
  )
}
