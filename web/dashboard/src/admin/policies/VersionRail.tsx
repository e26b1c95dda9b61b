import { Group } from '@mantine/core'
import { StatusBadge } from '../../components/StatusBadge'
import { TimeText } from '../../components/TimeText'
import type { AdminPolicyVersionFragment } from '../../gql/admin/graphql'
import { useActor } from '../../history/useActor'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { useAdminWords } from '../words'
import './policies.css'

/** All versions, the newest on top. */
export function VersionRail({
  versions,
  chosen,
  choose,
  zone,
}: {
  versions: AdminPolicyVersionFragment[]
  chosen: string
  choose: (number: number) => void
  zone: string
}) {
  const { policies: words } = useAdminWords()
  const language = useLanguage()
  const actor = useActor()
  return (
    <nav aria-label={words.rail}>
      <ol className="versions">
        {versions.map((version) => (
          <li key={version.id}>
            <button
              type="button"
              data-status={version.status}
              aria-current={version.id === chosen ? 'true' : undefined}
              onClick={() => choose(version.number)}
            >
              <span className="dot" aria-hidden="true" />
              <Group gap="xs">
                <strong>{words.version(number(language, version.number))}</strong>
                <StatusBadge of="policyStatus" value={version.status} />
              </Group>
              <span className="when">
                {version.activatesAt ? (
                  <>
                    {words.planned} <TimeText at={version.activatesAt} zone={zone} style="dateTime" />
                  </>
                ) : version.activatedAt ? (
                  <TimeText at={version.activatedAt} zone={zone} style="dateTime" />
                ) : (
                  actor(version.draftedBy)
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
