import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Loaded, Loading } from '../../components/states'
import type { AdminPolicyVersionFragment } from '../../gql/admin/graphql'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { Section } from '../frame/Section'
import { Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'
import { ChangesQuery } from './documents'
import { readText } from './rules'
import { useSayRule } from './sayRule'

/** One rule before and after: ‘5 minutes → 7 minutes’. */
export function Change({ name, from, to }: { name: string; from: unknown; to: unknown }) {
  const {
    policies: { diff },
  } = useAdminWords()
  const say = useSayRule()
  return (
    <span className="change">
      <del>{say(name, from)}</del> <span className="said">{diff.arrow}</span> <ins>{say(name, to)}</ins>
    </span>
  )
}

/** What a version changes against another one: the one in force, or the one before it. */
export function Difference({
  version,
  versions,
  active,
}: {
  version: AdminPolicyVersionFragment
  versions: AdminPolicyVersionFragment[]
  active: AdminPolicyVersionFragment | undefined
}) {
  const {
    policies: { diff: words, rule, version: named },
  } = useAdminWords()
  const language = useLanguage()
  const others = versions.filter((one) => one.id !== version.id)
  const before = others.find((one) => one.number < version.number && one.status !== 'DRAFT') ?? others.find((one) => one.number < version.number)
  const [chosen, setChosen] = useState<string>()
  const since = chosen ?? (active && active.id !== version.id ? active.id : before?.id)
  const [answer, again] = useQuery({ query: ChangesQuery, variables: { id: version.id, since: since ?? null }, pause: !since })
  if (!since) return null
  return (
    <Section
      title={words.title}
      testId="difference"
      actions={
        <Select
          label={words.with}
          allowDeselect={false}
          value={since}
          onChange={(next) => next && setChosen(next)}
          data={others.map((one) => ({
            value: one.id,
            label: named(number(language, one.number)) + (one.id === active?.id ? ` (${words.active})` : ''),
          }))}
        />
      }
    >
      <Loaded of={answer} retry={again} loading={<Loading rows={2} height={28} />}>
        {({ node }) => {
          const changes = node?.__typename === 'PolicyVersion' ? node.changes : []
          if (changes.length === 0)
            return (
              <Text size="sm" c="dimmed">
                {words.same}
              </Text>
            )
          return (
            <Sheet
              label={words.title}
              head={
                <>
                  <th scope="col">{words.columns.rule}</th>
                  <th scope="col">{`${words.columns.from} → ${words.columns.to}`}</th>
                </>
              }
            >
              {changes.map(({ field, from, to }) => (
                <tr key={field}>
                  <th scope="row">{(rule as Record<string, string>)[field] ?? field}</th>
                  <td>
                    <Change name={field} from={readText(field, from)} to={readText(field, to)} />
                  </td>
                </tr>
              ))}
            </Sheet>
          )
        }}
      </Loaded>
    </Section>
  )
}
