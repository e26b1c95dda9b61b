import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'

/** The last line of a run, for people and machines: whatever did not pass counts as failed, what was left out included. */
export default class Closing implements Reporter {
  private all: Suite | undefined

  onBegin(_config: unknown, suite: Suite): void {
    this.all = suite
  }

  onEnd(result: FullResult): void {
    const tests = this.all?.allTests() ?? []
    const passed = tests.filter((test) => test.outcome() === 'expected' && test.results.length > 0).length
    const failed = Math.max(tests.length - passed, result.status === 'passed' ? 0 : 1)
    console.log(`e2e: ${passed} passed, ${failed} failed`)
  }

  printsToStdio(): boolean {
    return false
  }
}
