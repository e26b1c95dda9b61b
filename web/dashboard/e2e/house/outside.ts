import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { randomBytes } from 'node:crypto'
import { binary } from './program'
import { until } from './until'
import type { Venue } from './venue'

export type Mode = 'ok' | 'delay' | 'drop_answer' | 'late' | 'race' | 'unauthorized' | 'rate_limit' | 'error' | 'duplicate'

/** A booking as the outside system has it. */
export interface OutsideBooking {
  reference: string
  target: string
  state: 'BOOKED' | 'CANCELLED'
}

const run = promisify(execFile)

/**
 * An outside booking system that has a say in one venue: the program's own simulator, behind a door that sends away or holds back what it is told to. It is waited
 * for a second, and what can't be found there counts as not done after a minute, so that a doubt stands long enough to be looked at.
 */
export class OutsideSystem {
  private busyFor = 0
  private gate: Promise<void> | undefined

  private constructor(
    readonly name: string,
    private readonly simulator: ChildProcess,
    private readonly control: string,
    private readonly door: Server,
  ) {}

  static async over(venue: Venue): Promise<OutsideSystem> {
    const data = process.env.E2E_DATA ?? ''
    const name = `outside-${randomBytes(4).toString('hex')}`
    const simulator = spawn(binary, ['provider-sim', '--addr', '127.0.0.1:0', '--ledger', join(data, `${name}.jsonl`), '--deadline', '1s', '--settle', '60s'])
    const outside = new OutsideSystem(name, simulator, await address(simulator), createServer())
    try {
      outside.open()
      outside.door.listen(0, '127.0.0.1')
      await once(outside.door, 'listening')
      const url = `http://127.0.0.1:${(outside.door.address() as AddressInfo).port}`
      const provider = (deed: string, ...more: string[]) => run(binary, ['provider', deed, name, '--tenant', venue.tenant.code, '--data', data, ...more])
      await provider('add', '--url', url)
      await provider('verify')
      const { venue: tied } = await venue.admin.ask<{ venue: { code: string } }>('query($v: ID!) { venue(id: $v) { code } }', { v: venue.id })
      await provider('tie', '--venue', tied.code)
    } catch (fault) {
      await outside.close()
      throw fault
    }
    return outside
  }

  /** What the next bookings and cancellations meet; as many as said, or until it is told otherwise. */
  async meets(mode: Mode, times = 0, delayMs = 0): Promise<void> {
    const answer = await fetch(`${this.control}/mode`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ mode, times, delayMs }) })
    if (!answer.ok) throw new Error(`the simulator answers ${answer.status}: ${await answer.text()}`)
  }

  /** The next booking or cancellation is sent away, to come back after so many seconds. */
  isBusyOnceFor(seconds: number): void {
    this.busyFor = seconds
  }

  /** The next booking or cancellation is on its way until it is let go; whoever sent it may have given up by then. */
  delaysNext(): () => void {
    let letGo = () => {}
    this.gate = new Promise((done) => (letGo = done))
    return letGo
  }

  /** Every booking that was made here, those of its examination apart. */
  async ledger(): Promise<OutsideBooking[]> {
    const lines = (await (await fetch(`${this.control}/ledger`)).json()) as OutsideBooking[]
    return lines.filter(({ reference }) => !reference.startsWith('verify-'))
  }

  async close(): Promise<void> {
    this.door.close()
    this.door.closeAllConnections()
    if (this.simulator.exitCode !== null) return
    this.simulator.kill('SIGKILL')
    await once(this.simulator, 'exit')
  }

  private open(): void {
    this.door.on('request', (asked, answer) => {
      const body: Buffer[] = []
      answer.on('error', () => {}) // whoever asked may be gone
      asked.on('data', (part: Buffer) => body.push(part))
      asked.on('end', () => void this.carry(asked, Buffer.concat(body), answer))
    })
  }

  private async carry(asked: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<void> {
    const { busyFor, gate } = this
    if (asked.method !== 'GET') [this.busyFor, this.gate] = [0, undefined]
    if (asked.method !== 'GET' && busyFor > 0) {
      answer.writeHead(429, { 'retry-after': String(busyFor), 'content-type': 'application/json' }).end('{"code":"RATE_LIMITED"}')
      return
    }
    if (asked.method !== 'GET') await gate
    const passed = request(new URL(asked.url ?? '/', this.control), { method: asked.method ?? 'GET', headers: asked.headers }, (said) => {
      answer.writeHead(said.statusCode ?? 502, said.headers)
      said.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    passed.end(body)
  }
}

/** The address that a simulator prints when it listens. */
async function address(simulator: ChildProcess): Promise<string> {
  let said = ''
  simulator.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  simulator.stderr?.resume()
  return until('the outside system listens', () => {
    if (simulator.exitCode !== null) throw new Error('the outside system ended')
    return Promise.resolve(/^(http:\/\/\S+)\n/m.exec(said)?.[1])
  })
}
