import { Button, Group, Stack, Title } from '@mantine/core'
import { StatusBadge } from '../../components/StatusBadge'
import { TimeText } from '../../components/TimeText'
import type { AdminPolicyVersionFragment } from '../../gql/admin/graphql'
import { useActor } from '../../history/useActor'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { useMay } from '../../shell/Viewer'
import { CopyButton } from '../frame/CopyButton'
import { Section } from '../frame/Section'
import { useAdminWords } from '../words'
import { Activate } from './Activate'
import { Difference } from './Difference'
import { groups } from './rules'
import { useSayRule } from './sayRule'
import { WhatIf } from './WhatIf'

interface Props {
  version: AdminPolicyVersionFragment
  versions: AdminPolicyVersionFragment[]
  active: AdminPolicyVersionFragment | undefined
  zone: string
  venueId: string
  changed: () => void
  draftFrom: (() => void) | undefined
}

/** One version: since when, what is different, whom it would choose, and all that it says. */
export function VersionView({ version, versions, active, zone, venueId, changed, draftFrom }: Props) {
  const { policies: words } = useAdminWords()
  const language = useLanguage()
  const say = useSayRule()
  const actor = useActor()
  const mayActivate = useMay('policy:activate')
  const mayTry = useMay('policy:preview')
  const n = number(language, version.number)
  return (
    <Stack miw={0}>
      <Section
        title={
          <Group gap="xs" component="span">
            {words.version(n)} <StatusBadge of="policyStatus" value={version.status} />
          </Group>
        }
        testId="policy-version"
        actions={
          draftFrom && (
            <Button variant="outline" onClick={draftFrom}>
              {words.draftFrom(n)}
            </Button>
          )
        }
      >
        <dl className="facts">
          {version.activatedAt && (
            <>
              <dt>{words.since}</dt>
              <dd>
                <TimeText at={version.activatedAt} zone={zone} style="dateTime" />
              </dd>
            </>
          )}
          {version.activatesAt && (
            <>
              <dt>{words.planned}</dt>
              <dd>
                <TimeText at={version.activatesAt} zone={zone} style="dateTime" />
              </dd>
            </>
          )}
          <dt>{words.draftedBy}</dt>
          <dd>{version.draftedBy ? actor(version.draftedBy) : words.first}</dd>
          <dt title={words.digestHelp}>{words.digest}</dt>
          <dd>
            <span className="mono">{version.digest.slice(0, 16)}…</span> <CopyButton text={version.digest} label={words.digest} />
          </dd>
        </dl>
      </Section>
      {version.status === 'DRAFT' && mayActivate && <Activate version={version} zone={zone} changed={changed} />}
      <Difference version={version} versions={versions} active={active} />
      {mayTry && active && active.id !== version.id && <WhatIf version={version} active={active} venueId={venueId} zone={zone} />}
      <Section title={words.rules} testId="rules">
        <div className="rule-groups">
          {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
            <div key={group}>
              <Title order={3} size="h6" mb={4}>
                {words.groups[group]}
              </Title>
              <dl className="facts">
                {groups[group].map((name) => (
                  <div key={name} style={{ display: 'contents' }}>
                    <dt title={words.help[name]}>{words.rule[name]}</dt>
                    <dd>{say(name, version.rules[name])}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      </Section>
    </Stack>
  )
}
