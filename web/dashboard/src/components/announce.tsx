import { useEffect } from 'react'
import { useWatched, watched } from '../api/observable'

const polite = watched<{ text: string; n: number }>({ text: '', n: 0 })

/** Says something to whoever listens to the page, without moving the focus. Few words, and only what matters now. */
export function announce(text: string): void {
  polite.set({ text, n: polite.get().n + 1 })
}

/** The one live region of the page. */
export function Announcer() {
  const { text, n } = useWatched(polite)
  useEffect(() => {
    if (!text) return
    const timer = setTimeout(() => polite.set({ text: '', n }), 8_000)
    return () => clearTimeout(timer)
  }, [text, n])
  return (
    <div className="said" role="status" aria-live="polite" data-testid="announcer">
      {text}
    </div>
  )
}
