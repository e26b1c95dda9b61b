import { useEffect, useState } from 'react'
import { useWatched } from '../api/observable'
import { Settled } from './CommandResult'
import { dismiss, results } from './ledger'
import { shown } from './unseen'

/** A screen that is only being opened still gets the chance to show a result itself. */
const patience = 500

/**
 * Results that no screen shows: of commands that were open when the page was left, or whose screen is gone. A simple success of this page is left
 * out, for whoever sent it knows.
 */
export function UnseenResults() {
  const all = useWatched(results)
  const places = useWatched(shown)
  const unseen = [...all.values()].filter((result) => !places.has(result.target) && (result.recovered || (result.settled.kind !== 'done' && result.settled.kind !== 'doneBefore')))
  const key = unseen.map((result) => result.key).join()
  const [ready, setReady] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setReady(key), patience)
    return () => clearTimeout(timer)
  }, [key])
  if (!key || ready !== key) return null
  return (
    <div className="unseen" data-testid="unseen-results">
      {unseen.map((result) => (
        <Settled key={result.key} result={result} dismiss={() => dismiss(result.target)} named />
      ))}
    </div>
  )
}
