// Events come one by one, sometimes hundreds a second. Those that come within a moment are handed on in one go, so that what shows them is read
// and drawn once for all of them. Where that takes long, the moments grow, so that the page always has time for its user.

const shortest = 60
const longest = 800
/** The user's share: after work of so many milliseconds this many times as long is left to everything else. */
const rest = 3

let waiting: (() => void)[] = []
let quietUntil = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined

function flush(): void {
  timer = undefined
  const began = performance.now()
  quietUntil = began + shortest
  const now = waiting
  waiting = []
  for (const work of now) work()
  // Behind all that the work has caused: reading again, drawing.
  setTimeout(() => {
    const took = performance.now() - began
    quietUntil = Math.max(quietUntil, began + Math.min(longest, took * (1 + rest)))
  })
}

/** Does it now if nothing was done within the last moment, else together with all else that comes until the moment is over. In order, always. */
export function together(work: () => void): void {
  waiting.push(work)
  if (timer !== undefined) return
  const quiet = quietUntil - performance.now()
  if (quiet <= 0) flush()
  else timer = setTimeout(flush, quiet)
}
