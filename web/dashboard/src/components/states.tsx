import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { CombinedError } from '@urql/core'
import { type ReactNode, useEffect, useState } from 'react'
import { codeOf, correlationOf } from '../api/client'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { Icon, type IconName } from './icons'
import { SignInAgain } from './SignInAgain'

/** Rows of the shape that is awaited. After five seconds it says for what. */
export function Loading({ rows = 4, height = 56, what }: { rows?: number; height?: number; what?: string }) {
  const words = useWords(shellWords)
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 5_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack gap="xs" aria-busy="true" aria-label={words.loading} role="group" data-testid="loading">
      {Array.from({ length: rows }, (_, i) => (
        <Skeleton key={i} height={height} radius="md" />
      ))}
      {long && <Text c="dimmed">{words.stillLoading(what ?? words.loadingWhat)}</Text>}
    </Stack>
  )
}

/** What is shown in the place of something else: an empty list, an error, a page that is not there. */
export function Notice({ icon, title, children, action, testId }: { icon?: IconName; title: string; children?: ReactNode; action?: ReactNode; testId?: string }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" data-testid={testId}>
      {icon && <Icon name={icon} size={32} />}
      <Title order={2} size="h4">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" maw="32rem" component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}

/** Nothing is here: say what will make something appear. */
export const Empty = ({ title, children, action, icon = 'calendar' }: { title?: string; children?: ReactNode; action?: ReactNode; icon?: IconName }) => {
  const words = useWords(shellWords)
  return (
    <Notice icon={icon} title={title ?? words.empty} action={action} testId="empty">
      {children}
    </Notice>
  )
}

export function Forbidden({ capability }: { capability?: string }) {
  const { forbidden } = useWords(shellWords)
  return (
    <Notice icon="access" title={forbidden.title} testId="forbidden">
      {capability ? forbidden.text(capability) : forbidden.any}
    </Notice>
  )
}

export function NotFound() {
  const { notFound } = useWords(shellWords)
  return (
    <Notice icon="search" title={notFound.title} testId="not-found" action={<a href="/">{notFound.home}</a>}>
      {notFound.text}
    </Notice>
  )
}

/** A read that failed: what happened, that nothing was changed, and the way on. */
export function ReadError({ error, retry }: { error: CombinedError; retry?: () => void }) {
  const words = useWords(shellWords)
  const code = codeOf(error)
  const id = correlationOf(error)
  if (code === 'UNAUTHENTICATED') return <SignInAgain />
  if (code === 'FORBIDDEN') return <Forbidden {...capabilityIn(error)} />
  if (code === 'REFERENCE_NOT_FOUND') return <NotFound />
  return (
    <Notice icon="warning" title={words.error.title} testId="error" action={retry && <Button onClick={retry}>{words.retry}</Button>}>
      {error.networkError ? words.error.network : error.graphQLErrors[0]?.message} {words.error.unchanged}
      {id && (
        <Text size="xs" c="dimmed">
          {words.error.reference(id)}
        </Text>
      )}
    </Notice>
  )
}

const capabilityIn = (error: CombinedError): { capability?: string } => {
  const named = /[a-z]+:[a-z]+/.exec(error.graphQLErrors[0]?.message ?? '')?.[0]
  return named ? { capability: named } : {}
}

interface Read<Data> {
  data?: Data | undefined
  fetching: boolean
  stale?: boolean
  error?: CombinedError | undefined
}

/**
 * The states of a read around its content: `const [answer, again] = useQuery(...)`, `<Loaded of={answer} retry={again}>{(data) => ...}</Loaded>`.
 * What was read before stays in sight while it is read again.
 */
export function Loaded<Data>({ of, retry, children, loading }: { of: Read<Data>; retry?: (o?: { requestPolicy: 'network-only' }) => void; children: (data: Data) => ReactNode; loading?: ReactNode }) {
  if (of.data) return <>{children(of.data)}</>
  if (of.error) return <ReadError error={of.error} {...(retry ? { retry: () => retry({ requestPolicy: 'network-only' }) } : {})} />
  return <>{loading ?? <Loading />}</>
}
