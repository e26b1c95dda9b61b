import type { Page, Route, WebSocketRoute } from '@playwright/test'

/** A command on its way to the program. */
export interface Sent {
  operation: string
  input: Record<string, unknown> & { idempotencyKey?: string }
}

/** The wire between one window and the program, with its faults. Lay it before the window goes anywhere. */
export class Line {
  /** Every command that left the window, answered or not. */
  readonly sent: Sent[] = []
  /** What subscriptions asked for, by socket. */
  readonly subscribed: Record<string, unknown>[] = []
  /** The kinds of the events that arrived, in order. */
  readonly heard: string[] = []
  /** Each open socket of the window, and its other half towards the program. */
  private readonly sockets = new Map<WebSocketRoute, WebSocketRoute>()
  private broken = false
  private noSockets = false
  private losing = 0
  private swallowing = false
  private before: Promise<void> | undefined
  private after: Promise<void> | undefined
  private muffled: ((message: string) => boolean) | undefined
  private forge: ((cursor: string) => string) | undefined

  private constructor(private readonly page: Page) {}

  static async lay(page: Page, straight = false): Promise<Line> {
    const line = new Line(page)
    if (straight) return line
    await page.route('**/graphql', (route) => line.carry(route))
    await page.routeWebSocket(/\/graphql$/, (socket) => line.connect(socket))
    return line
  }

  /** Nothing gets through any more, and open sockets die. */
  async cut(): Promise<void> {
    this.broken = true
    await this.page.context().setOffline(true)
    await this.dropSockets()
  }

  async heal(): Promise<void> {
    this.broken = false
    await this.page.context().setOffline(false)
  }

  /** Open sockets die; new ones are made as before. */
  async dropSockets(): Promise<void> {
    const open = [...this.sockets]
    this.sockets.clear()
    await Promise.all(open.flat().map((half) => half.close({ code: 1011, reason: 'the line is cut' })))
  }

  /** A proxy on the way lets no socket through. */
  blockSockets(): void {
    this.noSockets = true
  }

  /** The next commands are done, but their answers never arrive. */
  loseAnswers(count = Number.POSITIVE_INFINITY): void {
    this.losing = count
  }

  /** Commands never arrive from now on: nothing comes of them. */
  swallowCommands(): void {
    this.swallowing = true
  }

  /** Answers arrive again. */
  keepAnswers(): void {
    this.losing = 0
  }

  /** Commands wait on their way to the program until they are let go. */
  stopCommands(): LetGo {
    const { gate, letGo } = closed()
    this.before = gate
    return () => {
      this.before = undefined
      letGo()
    }
  }

  /** Commands are done, and their answers wait on their way back until they are let go. */
  stopAnswers(): LetGo {
    const { gate, letGo } = closed()
    this.after = gate
    return () => {
      this.after = undefined
      letGo()
    }
  }

  /** The window does not hear events like these. */
  muffle(like: (message: string) => boolean): void {
    this.muffled = like
  }

  /** Cursors that the window sends are changed on the way. */
  forgeCursors(forge: (cursor: string) => string): void {
    this.forge = forge
  }

  /** The keys of the commands whose operation's name is like this, in the order in which they left. */
  keysOf(operation: RegExp): string[] {
    return this.sent.filter((sent) => operation.test(sent.operation)).map((sent) => String(sent.input.idempotencyKey))
  }

  private async carry(route: Route): Promise<void> {
    const command = commandOf(route)
    if (command) this.sent.push(command)
    if (this.broken) return route.abort('internetdisconnected')
    if (!command) return route.fallback()
    await this.before
    if (this.swallowing) return route.abort('connectionreset')
    if (this.losing > 0) {
      this.losing--
      await route.fetch() // the program does it
      return route.abort('connectionreset')
    }
    if (!this.after) return route.fallback()
    const response = await route.fetch()
    await this.after
    return route.fulfill({ response }).catch(() => {}) // whoever asked may be gone
  }

  /** Notes a message that subscribes. */
  private subscribing(text: string): string {
    if (!text.includes('"type":"subscribe"')) return text
    const message = JSON.parse(text) as Subscribe
    const { variables } = message.payload
    if (variables.after && this.forge) variables.after = this.forge(variables.after)
    this.subscribed.push(message.payload)
    return JSON.stringify(message)
  }

  private connect(socket: WebSocketRoute): void {
    if (this.broken || this.noSockets) {
      void socket.close({ code: 1011, reason: 'no way through' })
      return
    }
    const server = socket.connectToServer()
    this.sockets.set(socket, server)
    socket.onMessage((message) => server.send(this.subscribing(String(message))))
    server.onMessage((message) => {
      const text = String(message)
      if (!this.sockets.has(socket) || this.muffled?.(text)) return
      this.heard.push(...[...text.matchAll(/"kind":"([A-Z]+)"/g)].map(([, kind]) => kind ?? ''))
      socket.send(message)
    })
    socket.onClose((code, reason) => {
      this.sockets.delete(socket)
      void server.close({ code: legal(code), reason })
    })
    server.onClose((code, reason) => {
      this.sockets.delete(socket)
      void socket.close({ code: legal(code), reason })
    })
  }
}

interface Subscribe {
  type: string
  payload: Record<string, unknown> & { variables: { after?: string } }
}

export type LetGo = () => void

function closed(): { gate: Promise<void>; letGo: LetGo } {
  let letGo: LetGo = () => {}
  const gate = new Promise<void>((open) => (letGo = open))
  return { gate, letGo }
}

/** Codes that say how a connection ended may not be sent by anybody. */
const legal = (code?: number): number => (code === undefined || code === 1005 || code === 1006 ? 1000 : code)

/** A request that gives a command has an input with a key. */
function commandOf(route: Route): Sent | undefined {
  const body = route.request().postData()
  if (!body?.includes('idempotencyKey')) return undefined
  const { operationName, variables } = JSON.parse(body) as { operationName?: string; variables?: { input?: Sent['input'] } }
  if (!variables?.input?.idempotencyKey) return undefined
  return { operation: operationName ?? '', input: variables.input }
}
