import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'

/** What a page is called, by its address. */
function useTitle(pathname: string): string {
  const words = useWords(shellWords)
  const [first, second, third, fourth] = pathname.split('/').filter(Boolean)
  const names: Record<string, string> = { ...words.nav, ...words.titles }
  const name = first === 'v' ? (third === 'admin' ? names[fourth ?? ''] : fourth ? names.reservation : names[third ?? '']) : first === 'admin' ? names[second ?? ''] : names[first ?? '']
  const where = first === 'v' ? second : undefined
  return [name, where, words.product].filter(Boolean).join(' · ')
}

/** Whoever arrives at another page hears its title, and goes on by keyboard where its content begins. */
export function useArrival(): void {
  const { pathname } = useLocation()
  const title = useTitle(pathname)
  useEffect(() => {
    document.title = title
  }, [title])
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // A screen that has put the focus somewhere itself keeps it.
    if (document.activeElement === document.body || document.activeElement?.closest('nav, header')) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}
