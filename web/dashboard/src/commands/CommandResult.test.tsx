// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gql, type TypedDocumentNode } from '@urql/core'
import { speak } from '../messages/language'
import { stopDriving, type Answer } from './driver'
import type { CommandPayload } from './kinds'
import * as ledger from './ledger'
import { CommandResult } from './CommandResult'
import { useCommand } from './useCommand'

const answers = vi.hoisted(() => ({ next: [] as (() => Promise<unknown>)[], sent: [] as { key: string }[] }))
vi.mock('./world', async (original) => ({
  ...(await original<object>()),
  world: {
    send: async (command: { key: string }) => {
      answers.sent.push(command)
      return answers.next.shift()?.()
    },
    reread: async (entity: object) => entity,
    follow: () => {},
    wait: () => new Promise(() => {}),
    now: () => Date.now(),
  },
}))

const Confirm: TypedDocumentNode<{ confirmReservation: CommandPayload }, { input: { reservationId: string; expectedVersion: number; idempotencyKey: string } }> = gql`
  mutation ($input: ReservationCommandInput!) {
    confirmReservation(input: $input) {
      outcome
    }
  }
`
const reservation = (over: object) => ({ __typename: 'Reservation', id: 'r-1', version: 3, status: 'HELD', partySize: 2, viewerCommands: ['confirmReservation', 'cancelReservation'], venue: { timeZone: 'Asia/Seoul' }, ...over })
const answer = (over: object): Answer => ({
  data: { confirmReservation: { __typename: 'ReservationPayload', outcome: 'COMMITTED', replayed: false, retryAfterMs: null, correlationId: 'c-1', problem: null, reservation: reservation({ status: 'CONFIRMED', version: 4 }), ...over } },
})

function Page() {
  const confirm = useCommand(Confirm, { target: 'r-1', about: 'Ada' })
  return (
    <>
      <button type="button" onClick={() => void confirm.run({ reservationId: 'r-1', expectedVersion: 3 }, reservation({}))}>
        go
      </button>
      <p>{confirm.busy ? 'busy' : 'free'}</p>
      <CommandResult of={confirm} done="Your table is confirmed" />
    </>
  )
}
const show = () => render(<MantineProvider><Page /></MantineProvider>)
const press = () => userEvent.click(screen.getByRole('button', { name: 'go' }))

beforeEach(() => {
  speak('en')
  ledger.leavePage()
  stopDriving()
  ledger.openLedger({ id: 'ada', guest: false })
  answers.next = []
  answers.sent = []
})
afterEach(cleanup)

describe('the result of a command', () => {
  it('is told once it is known, and a double click is one command', async () => {
    let tell!: (a: Answer) => void
    answers.next.push(() => new Promise((resolve) => (tell = resolve as never)))
    show()
    await press()
    await press()
    expect(screen.getByText('busy')).toBeInTheDocument()
    expect(screen.queryByText('Your table is confirmed')).toBeNull()
    tell(answer({}))
    expect(await screen.findByText('Your table is confirmed')).toBeInTheDocument()
    expect(answers.sent).toHaveLength(1)
    expect(screen.getByText('free')).toBeInTheDocument()
  })

  it('that is refused shows what was seen, what is true and what is possible now', async () => {
    answers.next.push(() => Promise.resolve(answer({
      outcome: 'REJECTED', problem: { code: 'VERSION_STALE', message: 'stale', field: null, retry: 'REREAD', currentVersion: 5 },
      reservation: reservation({ status: 'CANCELLED', version: 5, viewerCommands: [] }),
    })))
    show()
    await press()
    const panel = await screen.findByTestId('command-result')
    expect(panel).toHaveAttribute('data-code', 'VERSION_STALE')
    expect(panel).toHaveTextContent('It has changed since you saw it')
    const state = screen.getByRole('row', { name: /State/ })
    expect(state.querySelector('del')).toHaveTextContent('Held')
    expect(state.querySelector('strong')).toHaveTextContent('Cancelled')
    expect(panel).toHaveTextContent('Nothing can be done about it any more.')
    await userEvent.click(screen.getByRole('button', { name: 'Go on with what is true now' }))
    expect(screen.queryByTestId('command-result')).toBeNull()
    expect(answers.sent).toHaveLength(1)
  })

  it('that is unknown says so, and never that it failed', async () => {
    answers.next.push(() => Promise.reject(new TypeError('Failed to fetch')))
    show()
    await press()
    const open = await screen.findByTestId('command')
    await waitFor(() => expect(open).toHaveAttribute('data-phase', 'unknown'))
    expect(open).toHaveTextContent('The answer was lost')
    expect(open).not.toHaveTextContent(/fail/i)
    expect(open).toHaveTextContent(answers.sent[0]!.key.slice(0, 8))
  })

  it('speaks Korean', async () => {
    speak('ko')
    answers.next.push(() => Promise.resolve(answer({ replayed: true })))
    show()
    await press()
    expect(await screen.findByText(/이미 처리된 명령입니다/)).toBeInTheDocument()
  })
})
