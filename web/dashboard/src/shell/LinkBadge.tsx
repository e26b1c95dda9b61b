import { Badge } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLink } from '../api/link'
import { announce } from '../components/announce'
import { shellWords } from '../messages/catalogues'
import { useLanguage } from '../messages/language'
import { number, useWords } from '../messages/words'

const tone = { idle: 'slate', connecting: 'sea', live: 'pine', lost: 'rust' } as const

const after = 3

/** Seconds since the line was lost; 0 while it is not. */
function useLostFor(): number {
  const { state, lostAt } = useLink()
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (state !== 'lost') return
    const tick = () => setNow(performance.now())
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [state])
  return state === 'lost' && lostAt !== undefined ? Math.max(0, Math.round((now - lostAt) / 1_000)) : 0
}

/** For guests: a line across the page while what it shows may be old. */
export function LineLost() {
  const lostFor = useLostFor()
  const words = useWords(shellWords).link
  const language = useLanguage()
  if (lostFor < after) return null
  return (
    <p className="line-lost" data-testid="line-lost">
      {words.isLost} {words.lostFor(number(language, lostFor))}
    </p>
  )
}

/** Whether what is on the screen is told of changes right now; if not, since when. */
export function LinkBadge({ unlessIdle = false }: { unlessIdle?: boolean }) {
  const link = useLink()
  const { link: words } = useWords(shellWords)
  const language = useLanguage()
  const lostFor = useLostFor()
  const wasLost = useRef(false)
  useEffect(() => {
    if (lostFor >= after && !wasLost.current) {
      wasLost.current = true
      announce(words.isLost)
    }
    if (link.state === 'live' && wasLost.current) {
      wasLost.current = false
      announce(words.back)
    }
  }, [link.state, lostFor, words])
  if (unlessIdle && link.state === 'idle') return null
  const text = link.state === 'live' && link.via === 'events' ? words.liveEvents : words[link.state]
  return (
    <Badge variant="light" color={tone[link.state]} tt="none" data-testid="link" data-state={link.state} data-via={link.via} title={link.state === 'lost' ? words.lostFor(number(language, lostFor)) : text}>
      {link.state === 'lost' && lostFor >= 5 ? words.lostFor(number(language, lostFor)) : text}
    </Badge>
  )
}
