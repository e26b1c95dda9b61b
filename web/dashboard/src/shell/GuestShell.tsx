import { Anchor, Container, Group } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { UnseenResults } from '../commands/UnseenResults'
import { Icon } from '../components/icons'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { LineLost, LinkBadge } from './LinkBadge'
import { Preferences } from './Preferences'
import { SignOut } from './SignOut'
import './GuestShell.css'

/** The frame of guests' pages: a thin head, and one column that fits a phone. */
export function GuestFrame({ children }: { children: ReactNode }) {
  const words = useWords(shellWords)
  return (
    <>
      <a className="skip" href="#content">{words.skip}</a>
      <header className="guest-head">
        <Container size="sm" className="guest-head-in">
          <Anchor className="guest-brand" renderRoot={(props) => <Link to="/" {...props} />} fw={700} underline="never">{words.product}</Anchor>
          <Group gap={4} wrap="nowrap" component="nav" aria-label={words.navigation}>
            <Anchor className="guest-nav" renderRoot={(props) => <Link to="/mine" {...props} />}>
              <Icon name="mine" size={18} /> {words.nav.mine}
            </Anchor>
          </Group>
        </Container>
      </header>
      <LineLost />
      <Container size="sm" component="main" id="content" tabIndex={-1} className="guest-main">
        {children}
      </Container>
      <UnseenResults />
      <footer className="guest-foot">
        <Container size="sm">
          <Group justify="space-between" wrap="wrap" gap="xs">
            <Preferences />
            <LinkBadge unlessIdle />
            <SignOut />
          </Group>
        </Container>
      </footer>
    </>
  )
}

/** All guests' routes stand in it. */
export const GuestShell = () => (
  <GuestFrame>
    <Outlet />
  </GuestFrame>
)
