import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { TimeText } from '../../components/TimeText'
import type { AdminPolicyVersionFragment } from '../../gql/admin/graphql'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { useServerNow } from '../../time/countdown'
import { MomentInput } from '../entry/MomentInput'
import { instantAt, wallOf } from '../entry/wall'
import { Section } from '../frame/Section'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'
import { ActivatePolicy } from './documents'

/** Puts a draft in force, now or at a time. */
export function Activate({ version, zone, changed }: { version: AdminPolicyVersionFragment; zone: string; changed: () => void }) {
  const {
    policies: { activate: words, version: named, planned },
  } = useAdminWords()
  const language = useLanguage()
  const now = useServerNow(10_000)
  const [when, setWhen] = useState<'now' | 'at'>('now')
  const [wall, setWall] = useState('')
  const activate = useCommand(ActivatePolicy, { target: version.id, about: named(number(language, version.number)) })
  useSettled(activate.state, changed)
  const at = instantAt(wall, zone)
  const past = !!at && Date.parse(at) <= now
  return (
    <Section title={words.title} text={words.text} testId="activate">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (when === 'at' && !at) return
          void activate.run({ policyVersionId: version.id, expectedVersion: version.version, ...(when === 'at' ? { at: at! } : {}) }, version)
        }}
      >
        <Stack gap="sm">
          {version.activatesAt && (
            <Text size="sm">
              {planned} <TimeText at={version.activatesAt} zone={zone} style="dateTime" />. {words.replan}
            </Text>
          )}
          <SegmentedControl
            aria-label={words.when}
            value={when}
            onChange={(next) => setWhen(next as 'now' | 'at')}
            data={[
              { value: 'now', label: words.now },
              { value: 'at', label: words.at },
            ]}
            style={{ alignSelf: 'start' }}
          />
          {when === 'at' && (
            <Group align="flex-end">
              <MomentInput
                label={words.moment}
                value={wall}
                onChange={setWall}
                zone={zone}
                required
                min={wallOf(now, zone)}
                error={past ? words.past : undefined}
              />
            </Group>
          )}
          <div>
            <Button type="submit" disabled={activate.busy || (when === 'at' && (!at || past))}>
              {when === 'at' ? words.plan : version.activatesAt ? words.takeBack : words.submit}
            </Button>
          </div>
          <CommandResult of={activate} done={(result) => (result.payload?.policyVersion?.status === 'ACTIVE' ? words.done : words.planned)} />
        </Stack>
      </form>
    </Section>
  )
}
