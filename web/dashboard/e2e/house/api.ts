import { randomUUID } from 'node:crypto'

/** What a command answers; the entity it is about stands beside these fields. */
export interface Answer {
  outcome: 'COMMITTED' | 'ACCEPTED' | 'IN_PROGRESS' | 'REJECTED'
  replayed: boolean
  problem: { code: string; message: string } | null
}

export const newKey = (): string => randomUUID()

/** Somebody who speaks to the program as a program does, beside the browser. */
export class Client {
  constructor(
    private readonly endpoint: string,
    private readonly token: string,
  ) {}

  /** Asks, and fails on any error of GraphQL. */
  async ask<T = Record<string, never>>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
    const answer = await fetch(this.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      body: JSON.stringify({ query, variables }),
    })
    const body = (await answer.json()) as { data: T; errors?: { message: string }[] }
    if (body.errors) throw new Error(`${query}\n${JSON.stringify(variables)}\n${JSON.stringify(body.errors, null, 2)}`)
    return body.data
  }

  /** Gives a command under a new key and returns its answer with the wanted selection, whatever its outcome. */
  async give<T = unknown>(operation: string, input: Record<string, unknown>, selection = ''): Promise<T & Answer> {
    const type = inputType[operation] ?? `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`
    const query = `mutation($input: ${type}!) { ${operation}(input: $input) { outcome replayed problem { code message } ${selection} } }`
    const data = await this.ask<Record<string, T & Answer>>(query, { input: { idempotencyKey: newKey(), ...input } })
    return data[operation] as T & Answer
  }

  /** Gives a command that must be done, or taken over by a worker. */
  async do<T = unknown>(operation: string, input: Record<string, unknown>, selection = ''): Promise<T & Answer> {
    const answer = await this.give<T>(operation, input, selection)
    if (answer.outcome !== 'COMMITTED' && answer.outcome !== 'ACCEPTED') {
      throw new Error(`${operation} ${JSON.stringify(input)}: ${answer.outcome} ${JSON.stringify(answer.problem)}`)
    }
    return answer
  }
}

/** Operations whose inputs are not named after them. */
const inputType: Record<string, string> = {
  extendHold: 'ReservationCommandInput',
  confirmReservation: 'ReservationCommandInput',
  checkInReservation: 'ReservationCommandInput',
  completeReservation: 'ReservationCommandInput',
  markNoShow: 'ReservationCommandInput',
  leaveWaitlist: 'WaitlistCommandInput',
  approveAction: 'ApprovalCommandInput',
  rejectAction: 'ApprovalCommandInput',
  confirmAction: 'ApprovalCommandInput',
  cancelIntent: 'IntentCommandInput',
  retryIntent: 'IntentCommandInput',
}
