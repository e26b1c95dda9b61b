import { Card, Container, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link, Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { recall, stored } from '../api/keys'
import { Empty, Loaded, Loading } from '../components/states'
import { enumWords, shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { Preferences } from './Preferences'
import { SignIn } from './SignIn'
import { useAllVenues } from './useAllVenues'
import { useViewer } from './Viewer'
import { GuestFrame } from './GuestShell'

/** The first page of somebody who is not signed in: what this is, and how to come in. */
export function Welcome() {
  const { start, tagline } = useWords(shellWords)
  const roles = ['guest', 'staff', 'admin'] as const
  return (
    <Container size="md" py="xl" component="main" id="content">
      <Stack gap="lg" align="center" ta="center">
        <Preferences />
        <Title order={1}>{start.title}</Title>
        <Text size="lg" c="dimmed">{tagline}</Text>
        <SignIn />
        <SimpleGrid cols={{ base: 1, sm: 3 }} w="100%" mt="lg">
          {roles.map((role) => (
            <Card key={role} withBorder padding="lg">
              <Text fw={650}>{start.as[role]}</Text>
              <Text c="dimmed" size="sm">{start.asText[role]}</Text>
            </Card>
          ))}
        </SimpleGrid>
      </Stack>
    </Container>
  )
}

// Of the guests' part, which staff never load.
const HomePage = lazy(() => import('../guest/HomePage').then(({ HomePage }) => ({ default: HomePage })))

/** The first page of somebody who is signed in: staff to their queue, guests to what is theirs and to the venues. */
export function Start() {
  const viewer = useViewer()
  const { start } = useWords(shellWords)
  const roles = useWords(enumWords).role
  const [answer, again, venues] = useAllVenues()
  const staff = viewer.role === 'STAFF' || viewer.role === 'ADMIN'
  return (
    <GuestFrame>
      <Loaded of={answer} retry={again}>
        {() => {
          const last = recall(stored.venue)
          const first = venues.find((venue) => venue.code === last) ?? venues[0]
          if (!first) return <Empty icon="venues" title={start.noVenues} action={viewer.role === 'ADMIN' ? <Link to="/admin/venues">{roles.ADMIN}</Link> : undefined} />
          if (staff) return <Navigate to="/v/$venue/queue" params={{ venue: first.code }} replace />
          return <Suspense fallback={<Loading rows={4} />}><HomePage venues={venues} /></Suspense>
        }}
      </Loaded>
    </GuestFrame>
  )
}
