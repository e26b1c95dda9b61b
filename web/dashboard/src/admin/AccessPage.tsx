import { Stack, Tabs } from '@mantine/core'
import { Forbidden } from '../components/states'
import { useMay } from '../shell/Viewer'
import { useAddress } from '../shell/useAddress'
import { Keys } from './access/Keys'
import { Members } from './access/Members'
import { PageHead } from './frame/PageHead'
import { useAdminWords } from './words'

/** Who may come in: programs by keys, people by memberships. */
export function AccessPage() {
  const { access: words } = useAdminWords()
  const [{ tab = 'keys' }, setAddress] = useAddress()
  if (!useMay('access:manage')) return <Forbidden capability="access:manage" />
  return (
    <Stack>
      <PageHead title={words.title}>{words.text}</PageHead>
      <Tabs value={tab} onChange={(next) => setAddress({ tab: next ?? undefined })} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="keys">{words.tabs.keys}</Tabs.Tab>
          <Tabs.Tab value="members">{words.tabs.members}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="keys" pt="md">
          <Keys />
        </Tabs.Panel>
        <Tabs.Panel value="members" pt="md">
          <Members />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
