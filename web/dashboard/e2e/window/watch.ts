import { expect, type BrowserContext, type Page, type Request } from '@playwright/test'

/** What no window may do, whatever story is told in it: complain on the console, break its Content Security Policy, throw, leave its origin. */
export class Watch {
  private readonly seen: string[] = []
  private readonly foreseen: RegExp[] = []

  constructor(
    context: BrowserContext,
    private readonly origin: string,
  ) {
    context.on('request', (request) => this.hear(request))
    context.on('page', (page) => this.attend(page))
    context.on('response', (response) => {
      if (response.status() >= 500) this.seen.push(`answer ${response.status()} from ${response.url()}`)
    })
  }

  /** Something that the story itself brings about, such as a request that is cut. */
  foresee(...patterns: RegExp[]): void {
    this.foreseen.push(...patterns)
  }

  /** What nobody foresaw. */
  get faults(): string[] {
    return this.seen.filter((fault) => !this.foreseen.some((pattern) => pattern.test(fault)))
  }

  check(): void {
    expect(this.faults, 'what the window complained of, or did that it must not do').toEqual([])
  }

  private attend(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || /content security policy|trusted type/i.test(message.text())) this.seen.push(`console: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (fault) => this.seen.push(`thrown: ${fault.stack ?? fault.message}`))
    page.on('crash', () => this.seen.push('the page crashed'))
    page.on('websocket', (socket) => this.stay(socket.url(), 'socket'))
  }

  private hear(request: Request): void {
    this.stay(request.url(), request.resourceType())
  }

  private stay(address: string, kind: string): void {
    const url = new URL(address)
    if (url.protocol === 'data:' || url.protocol === 'blob:' || url.protocol === 'about:') return
    if (url.origin.replace(/^ws/, 'http') !== this.origin) this.seen.push(`${kind} to another origin: ${address}`)
  }
}
