import { AppShell, Box, Burger, Divider, Group, NavLink, ScrollArea, Select, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { recall, stored } from '../api/keys'
import { RecentCommands } from '../commands/RecentCommands'
import { UnseenResults } from '../commands/UnseenResults'
import { Icon, type IconName } from '../components/icons'
import { Forbidden } from '../components/states'
import { enumWords, shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { GuestFrame } from './GuestShell'
import { LinkBadge } from './LinkBadge'
import { Preferences } from './Preferences'
import { SignOut } from './SignOut'
import { useAllVenues } from './useAllVenues'
import { useVenue, useVenues, VenueGate } from './venue'
import { VenueClock } from './VenueClock'
import { useViewer } from './Viewer'
import { Theme } from '../theme/Theme'
import '../theme/staff.css'
import './StaffShell.css'

const work = ['queue', 'timeline', 'reservations', 'waitlist'] as const
/** Below a venue. */
const admin = ['hours', 'resources', 'policies', 'adjustments', 'reports', 'invariants', 'audit', 'calendars', 'settings'] as const
/** For all venues. */
const house = ['venues', 'access'] as const

/** The frame of staff's and administrators' pages. A venue's code is in their addresses; pages of the whole house have none. */
export function StaffShell() {
  const { venue } = useParams({ strict: false })
  const viewer = useViewer()
  if (viewer.role !== 'STAFF' && viewer.role !== 'ADMIN') return <GuestFrame><Forbidden /></GuestFrame>
  return (
    <Theme for="staff">
      <Notifications position="bottom-right" limit={3} />
      {venue ? <VenueGate named={venue}><Frame><Outlet /></Frame></VenueGate> : <Frame house><Outlet /></Frame>}
    </Theme>
  )
}

function Frame({ children, house: wholeHouse = false }: { children: ReactNode; house?: boolean }) {
  const words = useWords(shellWords)
  const [opened, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  useEffect(close, [pathname, close])
  return (
    <AppShell header={{ height: 48 }} navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !opened } }} padding="md">
      <a className="skip" href="#content">{words.skip}</a>
      <AppShell.Header className="staff-head">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={words.navigation} />
          <Text fw={700} size="lg" visibleFrom="xs">{words.product}</Text>
          {!wholeHouse && <VenueSwitch />}
        </Group>
        <Group gap="xs" wrap="nowrap">
          {!wholeHouse && <Box visibleFrom="sm"><VenueClock /></Box>}
          <LinkBadge />
          <RecentCommands />
          <Group gap={0} wrap="nowrap" visibleFrom="md"><Preferences withDensity /></Group>
        </Group>
      </AppShell.Header>
      <UnseenResults />
      <AppShell.Navbar className="staff-rail" aria-label={words.navigation}>
        <ScrollArea flex={1} scrollbarSize={6}>
          <Rail />
        </ScrollArea>
        <Divider />
        <Group gap={0} hiddenFrom="md" p={4}><Preferences withDensity /></Group>
        <Person />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className="staff-main">{children}</AppShell.Main>
    </AppShell>
  )
}

function VenueSwitch() {
  const words = useWords(shellWords)
  const venue = useVenue()
  const venues = useVenues()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <Select
      aria-label={words.venue} data-testid="venue" value={venue.code} allowDeselect={false} searchable={venues.length > 8} comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      data={venues.map((v) => ({ value: v.code, label: v.name }))}
      onChange={(code) => code && void navigate({ to: pathname.replace(/^\/v\/[^/]+/, `/v/${code}`).replace(/(\/reservations)\/.*/, '$1') })}
    />
  )
}

/** The same everywhere, so that nothing jumps: pages of the whole house lead to the venue that was looked at last. */
function Rail() {
  const words = useWords(shellWords)
  const viewer = useViewer()
  const params = useParams({ strict: false })
  const [, , venues] = useAllVenues('cache-first')
  const venue = params.venue ?? venues.find(({ code }) => code === recall(stored.venue))?.code ?? venues[0]?.code
  const item = (to: string, icon: IconName, label: string) => (
    <NavLink key={to} label={label} leftSection={<Icon name={icon} size={18} />} renderRoot={(props) => <Link to={to} activeProps={{ 'data-active': true }} {...props} />} />
  )
  return (
    <>
      {venue && work.map((name) => item(`/v/${venue}/${name}`, name, words.nav[name]))}
      {viewer.role === 'ADMIN' && (
        <>
          <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>{words.nav.administration}</Text>
          {venue && admin.map((name) => item(`/v/${venue}/admin/${name}`, name, words.nav[name]))}
          {house.map((name) => item(`/admin/${name}`, name, words.nav[name]))}
          <NavLink component="a" href="/graphiql/" label={words.graphiql} leftSection={<Icon name="api" size={18} />} />
        </>
      )}
    </>
  )
}

function Person() {
  const viewer = useViewer()
  const words = useWords(shellWords)
  const roles = useWords(enumWords).role
  return (
    <Group gap="xs" p="xs" wrap="nowrap" justify="space-between">
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Icon name="person" size={18} />
        <Text size="sm" truncate title={viewer.tenant.name}>{words.signedInAs(viewer.displayName, roles[viewer.role])}</Text>
      </Group>
      <SignOut iconOnly />
    </Group>
  )
}
