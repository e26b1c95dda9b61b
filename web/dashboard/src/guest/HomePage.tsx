import { Anchor, Card, SimpleGrid, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../api/clock'
import { Loading } from '../components/states'
import { ZoneNote } from '../components/TimeText'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import type { Venue } from '../shell/venue'
import { ApprovalsHint } from './approvals/ApprovalsHint'
import { AllOfMine } from './mine/AllOfMine'
import { useWhere } from './mine/useWhere'
import { Head } from './page/Head'
import { useGuestWords } from './words'

/** Where a guest begins: what is theirs already, if anything is, and then the venues. */
export function HomePage({ venues }: { venues: readonly Venue[] }) {
  const { start } = useWords(shellWords)
  const { mine } = useGuestWords()
  const where = useWhere(venues)
  if (!where) return <Loading rows={4} />
  const some = where.something.length > 0
  return (
    <Stack gap="xl">
      <Head>{some ? mine.title : start.chooseVenue}</Head>
      <ApprovalsHint />
      <AllOfMine venues={venues} where={where} />
      <section aria-label={start.chooseVenue}>
        {some && <Title order={2} size="h3" mb="sm">{start.chooseVenue}</Title>}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {venues.map((venue) => (
            <Card key={venue.id} withBorder padding="lg">
              <Anchor renderRoot={(props) => <Link to="/book/$venue" params={{ venue: venue.code }} {...props} />} className="venue-link" fw={650} size="lg">{venue.name}</Anchor>
              <ZoneNote zone={venue.timeZone} at={serverNow()} />
            </Card>
          ))}
        </SimpleGrid>
      </section>
    </Stack>
  )
}
