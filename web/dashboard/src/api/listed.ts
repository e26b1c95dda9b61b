import { type Exchange, makeOperation, type Operation, type OperationResult } from '@urql/core'
import { filter, makeSubject, map, merge, pipe, tap } from 'wonka'

// Documents are known when the dashboard is built, so a request may name its document by hash; whether the program has our list stands in the
// page. One that was built from another version answers that it does not know it, and hears the text.

const hashOf = (operation: Operation): string | undefined => {
  const meta = (operation.query as { __meta__?: { hash?: string } }).__meta__
  return meta?.hash?.replace('sha256:', '')
}

const named = (operation: Operation, hash: string): Operation => {
  const next = makeOperation(operation.kind, operation)
  next.extensions = { ...operation.extensions, persistedQuery: { version: 1, sha256Hash: hash } }
  return next
}

const plain = (operation: Operation): Operation => {
  const next = makeOperation(operation.kind, operation)
  const { persistedQuery: _, ...rest } = operation.extensions ?? {}
  next.extensions = Object.keys(rest).length ? rest : undefined
  return next
}

const isUnlisted = (result: OperationResult): boolean =>
  result.error?.graphQLErrors.some((error) => error.extensions.code === 'PERSISTED_QUERY_NOT_FOUND') ?? false

/** What the page says: `listed` where the program that serves it answers documents by their hash. */
const pageSaysListed = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="slotq-documents"]')?.content === 'listed'

/** Names documents instead of sending them, as long as the server knows them. */
export const listedDocuments = (said = pageSaysListed()): Exchange => ({ forward }) => {
  let listed = said
  const again = makeSubject<Operation>()
  return (operations) =>
    pipe(
      merge([
        pipe(
          operations,
          map((operation) => {
            const hash = operation.kind === 'teardown' ? undefined : hashOf(operation)
            return listed && hash ? named(operation, hash) : operation
          }),
        ),
        again.source,
      ]),
      forward,
      tap((result) => {
        if (!isUnlisted(result)) return
        listed = false
        queueMicrotask(() => again.next(plain(result.operation)))
      }),
      filter((result) => !isUnlisted(result)),
    )
}
