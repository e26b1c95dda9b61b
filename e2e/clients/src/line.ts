import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'

/** A line between a client and the server that can be cut, as networks are. */
export class Line {
  /** How many connections were made over the line. */
  connections = 0
  private ends = new Set<Socket>()
  private answerLost = false

  private constructor(
    private server: Server,
    private target: URL,
  ) {}

  /** Lays a line to the host of an address. */
  static async to(address: string): Promise<Line> {
    const line: Line = new Line(createServer(near => line.join(near)), new URL(address))
    line.server.listen(0, '127.0.0.1')
    await once(line.server, 'listening')
    return line
  }

  /** The same address, over the line. */
  get address(): string {
    const there = new URL(this.target)
    there.port = String((this.server.address() as AddressInfo).port)
    return there.href
  }

  /** Breaks every connection, without a word to either side. */
  cut(): void {
    for (const end of this.ends) end.destroy()
  }

  /** Lets the next request reach the server, and breaks the connection when its answer comes. */
  loseTheNextAnswer(): void {
    this.answerLost = true
  }

  /** Waits until no connection is left on the line. */
  async idle(): Promise<void> {
    for (const end of this.ends) await new Promise(gone => end.once('close', gone)) // events.once would fail on a broken pipe
  }

  /** Takes the line away. */
  close(): void {
    this.server.close()
    this.cut()
  }

  private join(near: Socket): void {
    this.connections++
    const far = connect(Number(this.target.port), this.target.hostname)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.ends.add(end)
      end.setNoDelay()
      end.on('error', () => {})
      end.on('close', () => {
        this.ends.delete(end)
        other.destroy()
      })
    }
    near.on('data', sent => far.write(sent))
    far.on('data', answer => {
      if (this.answerLost) {
        this.answerLost = false
        far.destroy()
      } else near.write(answer)
    })
  }
}
