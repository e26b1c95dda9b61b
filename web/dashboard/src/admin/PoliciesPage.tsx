import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAllPages } from '../api/useAllPages'
import { Icon } from '../components/icons'
import { Empty, Loaded } from '../components/states'
import { useVenue } from '../shell/venue'
import { useMay } from '../shell/Viewer'
import { useAddress } from '../shell/useAddress'
import { PageHead } from './frame/PageHead'
import { VersionsQuery } from './policies/documents'
import { DraftForm } from './policies/DraftForm'
import { VersionRail } from './policies/VersionRail'
import { VersionView } from './policies/VersionView'
import { useAdminWords } from './words'

/** The rules of a venue in all their versions: what is in force, what is drafted, and what would be different. */
export function PoliciesPage() {
  const { policies: words } = useAdminWords()
  const { id, timeZone } = useVenue()
  const mayDraft = useMay('policy:draft')
  const [{ version }, setAddress] = useAddress()
  const [from, setFrom] = useState<string | null>(null)
  const [answer, again, all] = useAllPages({ query: VersionsQuery, variables: { venueId: id } }, (data) => data.policyVersions)
  const refresh = () => again({ requestPolicy: 'network-only' })
  return (
    <Stack>
      <Loaded of={answer} retry={again}>
        {() => {
          const versions = all.toSorted((a, b) => b.number - a.number)
          const active = versions.find((one) => one.status === 'ACTIVE')
          const chosen = versions.find((one) => String(one.number) === version) ?? active ?? versions[0]
          const base = versions.find((one) => one.id === from)
          if (!chosen) return <Empty icon="policies" title={words.none} />
          const show = (number: number) => setAddress({ version: String(number) }, { keep: true })
          return (
            <>
              <PageHead
                title={words.title}
                actions={
                  mayDraft &&
                  !base && (
                    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setFrom(active?.id ?? chosen.id)}>
                      {words.draft}
                    </Button>
                  )
                }
              >
                {words.text}
              </PageHead>
              {base ? (
                <DraftForm
                  key={base.id}
                  venueId={id}
                  base={base}
                  cancel={() => setFrom(null)}
                  drafted={(number) => {
                    refresh()
                    setFrom(null)
                    show(number)
                  }}
                />
              ) : (
                <div className="rail-and-main">
                  <VersionRail versions={versions} chosen={chosen.id} choose={show} zone={timeZone} />
                  <VersionView
                    key={chosen.id}
                    version={chosen}
                    versions={versions}
                    active={active}
                    zone={timeZone}
                    venueId={id}
                    changed={refresh}
                    draftFrom={mayDraft ? () => setFrom(chosen.id) : undefined}
                  />
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}
