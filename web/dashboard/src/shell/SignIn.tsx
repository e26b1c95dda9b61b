import { Button, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isDemo } from '../api/session'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'

const SignInForm = lazy(() => import('./SignInForm'))
const waiting = <div aria-busy="true" style={{ minHeight: '6rem' }} />

export const here = () => location.pathname + location.search

/** The ways to sign in: the list of people in the demo, the identity provider elsewhere. */
export function SignIn() {
  const { start } = useWords(shellWords)
  const [demo, setDemo] = useState<boolean>()
  useEffect(() => {
    void isDemo().then(setDemo)
  }, [])
  if (demo === undefined) return waiting
  if (demo)
    return (
      <Stack gap="sm" align="center">
        <Text c="dimmed" maw="32rem">
          {start.demoText}
        </Text>
        <Button component="a" href={`/auth/demo?return=${encodeURIComponent(here())}`} size="md" data-testid="to-demo">
          {start.demo}
        </Button>
      </Stack>
    )
  return (
    <Suspense fallback={waiting}>
      <SignInForm />
    </Suspense>
  )
}
