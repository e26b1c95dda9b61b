import { Button, Stack, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMemo } from 'react'
import { useAllPages } from '../api/useAllPages'
import { Icon } from '../components/icons'
import { Empty, Loaded, NotFound } from '../components/states'
import { useLanguage } from '../messages/language'
import { useVenue } from '../shell/venue'
import { useMay } from '../shell/Viewer'
import { useAddress } from '../shell/useAddress'
import { PlacesQuery } from './documents'
import { PageHead } from './frame/PageHead'
import { Capacity } from './resources/Capacity'
import { NewPlace } from './resources/NewPlace'
import { PlaceTable } from './resources/PlaceTable'
import { inOrder } from './resources/place'
import { useAdminWords } from './words'

/** The places of a venue, and the capacity of single slots. */
export function ResourcesPage() {
  const { resources: words } = useAdminWords()
  const { id, timeZone } = useVenue()
  const may = useMay('venue:manage')
  const [address, setAddress] = useAddress()
  const [adding, add] = useDisclosure()
  const [answer, again, all] = useAllPages({ query: PlacesQuery, variables: { venueId: id } }, (data) => data.venue?.resources)
  const language = useLanguage()
  const places = useMemo(() => inOrder(all, language), [all, language])
  const refresh = () => again({ requestPolicy: 'network-only' })
  return (
    <Stack>
      <PageHead
        title={words.title}
        actions={
          may && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={add.open}>
              {words.add}
            </Button>
          )
        }
      >
        {words.text}
      </PageHead>
      <Loaded of={answer} retry={again}>
        {({ venue }) => {
          if (!venue) return <NotFound />
          return (
            <>
              {adding && <NewPlace venueId={id} areas={venue.areas} places={places} close={add.close} added={refresh} />}
              <Tabs
                value={address.tab ?? 'places'}
                onChange={(tab) => setAddress({ tab: tab === 'places' ? undefined : (tab ?? undefined) })}
                keepMounted={false}
              >
                <Tabs.List>
                  <Tabs.Tab value="places">{words.tabs.places}</Tabs.Tab>
                  <Tabs.Tab value="capacity">{words.tabs.capacity}</Tabs.Tab>
                </Tabs.List>
                <Tabs.Panel value="places" pt="md">
                  {places.length === 0 ? (
                    <Empty icon="resources" title={words.none}>
                      {words.noneText}
                    </Empty>
                  ) : (
                    <PlaceTable places={places} areas={venue.areas} may={may} />
                  )}
                </Tabs.Panel>
                <Tabs.Panel value="capacity" pt="md">
                  <Capacity venueId={id} zone={timeZone} places={places} />
                </Tabs.Panel>
              </Tabs>
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}
