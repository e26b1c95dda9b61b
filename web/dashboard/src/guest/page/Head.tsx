import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import './page.css'

/** The head of a page: its name here and in the window's title. It takes the focus where a press elsewhere led to the page, so that reading goes on from here. */
export function Head({ children, title }: { children: ReactNode; title: string }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <title>{`${title} · SlotQ`}</title>
      <Title order={1} size="h2" ref={head} tabIndex={-1} style={{ outline: 'none' }}>{children}</Title>
    </>
  )
}
