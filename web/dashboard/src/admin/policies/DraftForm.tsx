import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import type { AdminPolicyVersionFragment } from '../../gql/admin/graphql'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { Section } from '../frame/Section'
import { useLeaveGuard } from '../frame/useLeaveGuard'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'
import { Change } from './Difference'
import { DraftPolicy } from './documents'
import { RuleInput } from './RuleInput'
import { changedRules, faultsOf, groups, inputOf, type Rules } from './rules'

interface Props {
  venueId: string
  base: AdminPolicyVersionFragment
  cancel: () => void
  drafted: (number: number) => void
}

/** The rules as a form holds them: without what the cache adds to each thing, and with null where there is nothing. */
const rulesOf = ({ rules: read }: AdminPolicyVersionFragment): Rules => {
  const { __typename, ...rules } = read
  void __typename
  return {
    ...rules,
    pacingParties: rules.pacingParties ?? null,
    pacingCovers: rules.pacingCovers ?? null,
    turnTimes: rules.turnTimes.map(({ fromPartySize, duration }) => ({ fromPartySize, duration })),
    waitlistWeights: rules.waitlistWeights.map(({ factor, weight }) => ({ factor, weight })),
    channels: rules.channels.map(({ channel, leadTime, bookingHorizon, cancellationCutoff }) => ({
      channel,
      leadTime: leadTime ?? null,
      bookingHorizon: bookingHorizon ?? null,
      cancellationCutoff: cancellationCutoff ?? null,
    })),
  }
}

/** A new version of the rules, with what it changes beside it. */
export function DraftForm({ venueId, base, cancel, drafted }: Props) {
  const { policies: words } = useAdminWords()
  const language = useLanguage()
  const [before] = useState(() => rulesOf(base))
  const [rules, setRules] = useState(before)
  const n = number(language, base.number)
  const draft = useCommand(DraftPolicy, { target: `new-policy ${venueId}`, about: words.form.title(n) })
  useSettled(draft.state, (result) => drafted(result.payload?.policyVersion?.number ?? base.number))
  const changed = changedRules(before, rules)
  useLeaveGuard(changed.length > 0 && !draft.busy && draft.state.phase !== 'settled')
  const faults = faultsOf(rules)
  const faulty = Object.keys(faults).length > 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void draft.run({ venueId, basedOn: base.id, rules: inputOf(before, rules) })
      }}
    >
      <div className="aside">
        <Stack>
          {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
            <Section key={group} title={words.groups[group]}>
              <Stack gap="md">
                {groups[group].map((name) => (
                  <RuleInput
                    key={name}
                    name={name}
                    rules={rules}
                    set={(patch) => setRules((old) => ({ ...old, ...patch }))}
                    fault={faults[name]}
                    changed={changed.includes(name)}
                  />
                ))}
              </Stack>
            </Section>
          ))}
        </Stack>
        <div className="in-sight">
          <Paper withBorder p="md">
            <Stack gap="sm">
              <Title order={2} size="h4">
                {words.form.title(n)}
              </Title>
              <Text size="sm" c="dimmed">
                {words.form.text}
              </Text>
              <Text size="sm" fw={600}>
                {words.form.changes}
              </Text>
              {changed.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {words.form.nothing}
                </Text>
              ) : (
                <dl className="facts" data-testid="draft-changes">
                  {changed.map((name) => (
                    <div key={name} style={{ display: 'contents' }}>
                      <dt>{words.rule[name]}</dt>
                      <dd>
                        <Change name={name} from={before[name]} to={rules[name]} />
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
              {faulty && (
                <Text size="sm" c="rust.8">
                  {words.form.faulty}:{' '}
                  {Object.keys(faults)
                    .map((name) => words.rule[name as keyof Rules])
                    .join(', ')}
                </Text>
              )}
              <Group>
                <Button type="submit" disabled={draft.busy || changed.length === 0 || faulty}>
                  {words.form.submit}
                </Button>
                <Button variant="subtle" color="slate" onClick={cancel} disabled={draft.busy}>
                  {words.form.cancel}
                </Button>
              </Group>
              <CommandResult of={draft} done={words.form.done} />
            </Stack>
          </Paper>
        </div>
      </div>
    </form>
  )
}
