const patience = 15_000
const pace = 40

/** Asks until the answer is something, and returns it. Nothing in time is a fault that says what was waited for. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | null | false>, atMost = patience): Promise<T> {
  const deadline = performance.now() + atMost
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) return answer
    if (performance.now() > deadline) throw new Error(`it was waited for in vain that ${what}`)
    await new Promise((next) => setTimeout(next, pace))
  }
}
