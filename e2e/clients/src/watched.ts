/** A list that is waited on: events as they come, in order. */
export class Watched<E> {
  readonly seen: E[] = []
  private wake = () => {}
  private failure: unknown

  push(event: E): void {
    this.seen.push(event)
    this.wake()
  }

  readonly fail = (reason: unknown): void => {
    this.failure = reason
    this.wake()
  }

  /** Waits for the first event that fits, among those that came already, too. */
  async until(fits: (event: E) => boolean): Promise<E> {
    for (let next = 0; ; ) {
      for (; next < this.seen.length; next++) if (fits(this.seen[next]!)) return this.seen[next]!
      if (this.failure) throw this.failure
      await new Promise<void>(resolve => (this.wake = resolve))
    }
  }
}
