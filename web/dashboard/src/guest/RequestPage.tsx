import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { useFeed } from '../api/useFeed'
import { intentIsOver } from '../commands/driver'
import { Loaded, NotFound } from '../components/states'
import { spanOf } from '../fragments/slots'
import { Summary } from './booking/Summary'
import { Alternatives } from './find/Alternatives'
import { Head } from './page/Head'
import { GuestIntent, GuestIntentChanged } from './request/asked'
import { InHand } from './request/InHand'
import { WaitForIt } from './request/WaitForIt'
import type { IntentRead } from './request/useLastIntent'
import { Urgent } from './urgent/Urgent'
import { useGuestWords } from './words'

/** What becomes of something that was asked for and that a worker carries out. */
export function RequestPage() {
  const { id } = useParams({ from: '/guest/request/$id' })
  const [answer, again] = useQuery({ query: GuestIntent, variables: { id } })
  const reload = () => again({ requestPolicy: 'network-only' })
  useFeed(GuestIntentChanged, { id }, { onReload: reload, onChange: reload })
  return (
    <Loaded of={answer} retry={again}>
      {({ intent }) => (intent ? <Request intent={intent} /> : <NotFound />)}
    </Loaded>
  )
}

function Request({ intent }: { intent: IntentRead }) {
  const words = useGuestWords()
  const span = spanOf(intent.slots)
  const failed = intentIsOver(intent.status) && intent.status !== 'SUCCEEDED'
  const title = failed ? words.inHand.failed : intent.status === 'SUCCEEDED' ? words.inHand.done : words.inHand.title
  return (
    <Stack gap="lg">
      <Head>{title}</Head>
      <Urgent venue={intent.venue} />
      <Summary venue={intent.venue} slots={intent.slots} partySize={intent.partySize} over={failed} />
      <InHand intent={intent} />
      {failed && intent.kind === 'requestReservation' && span && (
        <>
          <Alternatives venue={intent.venue} wish={span.from} party={intent.partySize} />
          {intent.status === 'FAILED_RACE' && <WaitForIt intent={intent} />}
        </>
      )}
    </Stack>
  )
}
