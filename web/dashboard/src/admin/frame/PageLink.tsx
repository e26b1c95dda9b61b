import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link to a page of ours by its address, with what stands behind the question mark. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  const [path, query] = to.split('?') as [string, string | undefined]
  return (
    <Anchor inherit renderRoot={(props) => <Link to={path} search={Object.fromEntries(new URLSearchParams(query)) as never} {...props} />}>
      {children}
    </Anchor>
  )
}
