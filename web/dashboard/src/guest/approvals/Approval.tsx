import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFeed } from '../../api/useFeed'
import { useCommand } from '../../commands/useCommand'
import { CountdownRing } from '../../components/CountdownRing'
import { StatusBadge } from '../../components/StatusBadge'
import type { ApprovalCoreFragment } from '../../gql/guest/graphql'
import { useLanguage } from '../../messages/language'
import { useCountdown } from '../../time/countdown'
import { formatTime, zoneName } from '../../time/format'
import { Said } from '../page/Said'
import { When } from '../when/When'
import { useGuestWords } from '../words'
import { GuestApprovalChanged, GuestApprove, GuestCarryOut, GuestReject } from './asked'
import { type PreviewSlot, readPreview } from './preview'

/** One thing that an agent prepared: what it would do in words and times, until when, yes or no. */
export function Approval({ approval, reload }: { approval: ApprovalCoreFragment; reload: () => void }) {
  const words = useGuestWords().approval
  const language = useLanguage()
  const { id, version, venue, expiresAt } = approval
  const target = { target: id, about: words.kind[approval.actionType] ?? approval.actionType }
  const approve = useCommand(GuestApprove, target)
  const reject = useCommand(GuestReject, target)
  const carryOut = useCommand(GuestCarryOut, target)
  const over = useCountdown(expiresAt)?.over
  const open = approval.status === 'PENDING' || approval.status === 'APPROVED'
  useFeed(GuestApprovalChanged, { id }, { pause: !open })
  const preview = readPreview(approval.preview)
  const zone = preview.timeZone ?? venue.timeZone
  const input = { approvalId: id, expectedVersion: version }
  const title = words.kind[approval.actionType] ?? approval.actionType
  const end = { PENDING: '', APPROVED: words.approved, CONSUMED: words.consumed, REJECTED: words.rejected, SUPERSEDED: words.superseded, EXPIRED: words.expired }[approval.status]
  const slots = (list: PreviewSlot[], name: string) =>
    list.map((slot) => (
      <section key={`${slot.resource} ${slot.startsAt}`} aria-label={name}>
        <Text size="sm" c="dimmed">{name}</Text>
        <When from={slot.startsAt} to={slot.endsAt} zone={zone} />
        <Text>{slot.resource}</Text>
      </section>
    ))
  const result = carryOut.state.phase === 'settled' ? carryOut.state.result.payload?.result : undefined
  const to =
    approval.intent ? `/request/${approval.intent.id}`
    : result?.__typename === 'WaitlistEntry' ? `/waiting/${result.id}`
    : result?.__typename === 'Reservation' ? `/reservation/${result.id}`
    : approval.status === 'CONSUMED' && preview.reservation ? `/reservation/${preview.reservation}`
    : undefined
  return (
    <Card withBorder radius="lg" component="article" className="approval" aria-label={title} data-testid="approval" data-status={approval.status}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={3} size="h4">{title}</Title>
            <Text>{venue.name}</Text>
          </div>
          {open && !over ? <CountdownRing until={expiresAt} from={approval.createdAt} label={words.label} onOver={reload} size={64} /> : <StatusBadge of="approvalStatus" value={open ? 'EXPIRED' : approval.status} />}
        </Group>
        {preview.summary && <Text>{preview.summary[language]}</Text>}
        {preview.slots.length + preview.leaves.length > 0 && (
          <div className="before-after">
            {slots(preview.leaves, words.changesFrom)}
            {slots(preview.slots, approval.actionType === 'cancelReservation' ? words.changesFrom : words.changesTo)}
          </div>
        )}
        {open && preview.note && <Text size="sm" c="dimmed">{preview.note[language]}</Text>}
        {end && !(open && over) && <Text fw={600}>{end}</Text>}
        <Said of={[approve, reject, carryOut]} />
        {approval.status === 'PENDING' && !over && (
          <>
            <div className="steps-row">
              <Button variant="default" disabled={reject.busy} onClick={() => void reject.run(input, approval)}>{words.reject}</Button>
              <Button disabled={approve.busy} loading={approve.state.phase === 'open' && approve.state.mine} onClick={() => void approve.run(input, approval)}>{words.approve}</Button>
            </div>
            <Text size="sm">{words.ifNothing(formatTime(expiresAt, zone, language), zoneName(zone, expiresAt, language))}</Text>
          </>
        )}
        {approval.status === 'APPROVED' && !over && (
          <Button variant="outline" disabled={carryOut.busy} onClick={() => void carryOut.run(input, approval)}>{words.carryOut}</Button>
        )}
        {to && <Link className="go" to={to}>{words.seeResult}</Link>}
      </Stack>
    </Card>
  )
}
