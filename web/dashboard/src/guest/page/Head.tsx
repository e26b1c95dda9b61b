import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import './page.css'

/** The name of what is shown. It takes the focus where a press elsewhere led here, so that reading goes on from it. */
export function Head({ children }: { children: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true })
  }, [])
  return <Title order={1} size="h2" ref={head} tabIndex={-1} className="page-head">{children}</Title>
}
