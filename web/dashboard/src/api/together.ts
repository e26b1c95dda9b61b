// Events come one by one, sometimes hundreds a second. Those that come within a moment are handed on in one go, so that what shows them is read
// and drawn once for all of them.

const moment = 60

let waiting: (() => void)[] = []
let lastAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined

function flush(): void {
  timer = undefined
  lastAt = performance.now()
  const now = waiting
  waiting = []
  for (const work of now) work()
}

/** Does it now if nothing was done within the last moment, else together with all else that comes until the moment is over. In order, always. */
export function together(work: () => void): void {
  waiting.push(work)
  if (timer !== undefined) return
  const since = performance.now() - lastAt
  if (since >= moment) flush()
  else timer = setTimeout(flush, moment - since)
}
