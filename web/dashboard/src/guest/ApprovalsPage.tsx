import { Stack, Text, Title } from '@mantine/core'
import { Empty, Loaded } from '../components/states'
import { Approval } from './approvals/Approval'
import { useApprovals } from './approvals/useApprovals'
import { Head } from './page/Head'
import { useGuestWords } from './words'

/** What agents prepared for the guest and may not do without a yes. */
export function ApprovalsPage() {
  const words = useGuestWords().approval
  const [answer, again] = useApprovals()
  return (
    <Stack gap="lg">
      <div>
        <Head>{words.title}</Head>
        <Text c="dimmed">{words.noneText}</Text>
      </div>
      <Loaded of={answer} retry={again}>
        {(data) => {
          const all = [...data.approvals.nodes].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
          const open = all.filter((one) => one.status === 'PENDING' || one.status === 'APPROVED')
          const past = all.filter((one) => !open.includes(one)).slice(0, 20)
          return (
            <>
              {open.length === 0 && <Empty icon="check" title={words.none} />}
              {open.map((one) => <Approval key={one.id} approval={one} reload={() => again({ requestPolicy: 'network-only' })} />)}
              {past.length > 0 && <Title order={2} size="h4">{words.earlier}</Title>}
              {past.map((one) => <Approval key={one.id} approval={one} reload={() => again({ requestPolicy: 'network-only' })} />)}
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}
