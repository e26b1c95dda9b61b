import { type CombinedError, type RequestPolicy, stringifyVariables, type TypedDocumentNode } from '@urql/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'

interface Page<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

interface Asked<Data, Variables> {
  query: TypedDocumentNode<Data, Variables>
  variables: NoInfer<Omit<Variables, 'after'>>
  pause?: boolean
  requestPolicy?: RequestPolicy
}

interface Read<Data> {
  /** That of the first page; there once the whole list is. */
  data: Data | undefined
  error: CombinedError | undefined
  fetching: boolean
}

type Later<Data> = { data?: Data | undefined; error?: CombinedError | undefined }

/**
 * Like useQuery, of a list that may be longer than a page: reads it to its end and gives all nodes. The document takes `$after` and asks for
 * `pageInfo`. Every page stays watched in the cache; what was whole stays in sight while pages that are new are read.
 */
export function useAllPages<Data, Variables extends { after?: unknown }, Node>(
  { query, variables, pause = false, requestPolicy }: Asked<Data, Variables>,
  pageOf: (data: Data) => Page<Node> | null | undefined,
): [Read<Data>, (how?: { requestPolicy?: RequestPolicy }) => void, readonly Node[]] {
  const client = useClient()
  const [first, readFirst] = useQuery<Data, Record<string, unknown>>({
    query: query as TypedDocumentNode<Data, Record<string, unknown>>, variables, pause, ...(requestPolicy ? { requestPolicy } : {}),
  })
  const [later, setLater] = useState<ReadonlyMap<string, Later<Data>>>(new Map())
  const [round, setRound] = useState(0)
  const watched = useRef(new Map<string, () => void>())
  const policy = useRef(requestPolicy)
  const of = useRef(pageOf)
  of.current = pageOf
  // Of which question the first page is the answer: for a moment that may still be the one before.
  const asked = first.operation?.variables as Record<string, unknown> | undefined
  const name = asked ? stringifyVariables(asked) : ''

  const { nodes, cursors, whole, error } = useMemo(() => {
    const nodes: Node[] = []
    const cursors: string[] = []
    let read: Later<Data> | undefined = first
    for (;;) {
      if (!read?.data) return { nodes, cursors, whole: false, error: read?.error }
      const page: Page<Node> | null | undefined = of.current(read.data)
      nodes.push(...(page?.nodes ?? []))
      const cursor = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined
      if (!cursor || cursors.includes(cursor)) return { nodes, cursors, whole: true, error: undefined }
      cursors.push(cursor)
      read = later.get(name + cursor)
    }
    // Only what was read counts, not how far the reading is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [first.data, first.error, later, name])

  const wanted = cursors.join('\n')
  useEffect(() => {
    const now = new Set(cursors.map((cursor) => name + cursor))
    for (const [key, stop] of watched.current) {
      if (now.has(key)) continue
      stop()
      watched.current.delete(key)
    }
    for (const cursor of cursors) {
      const key = name + cursor
      if (watched.current.has(key)) continue
      const page = client
        .query<Data, Record<string, unknown>>(query as never, { ...asked, after: cursor }, policy.current ? { requestPolicy: policy.current } : {})
        .subscribe((answer) => setLater((before) => new Map(before).set(key, answer)))
      watched.current.set(key, () => page.unsubscribe())
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, query, name, wanted, round])
  useEffect(() => {
    const all = watched.current
    return () => {
      for (const stop of all.values()) stop()
      all.clear()
    }
  }, [])

  const again = useCallback(
    (how?: { requestPolicy?: RequestPolicy }) => {
      readFirst(how)
      for (const stop of watched.current.values()) stop()
      watched.current.clear()
      policy.current = how?.requestPolicy
      setRound((n) => n + 1)
    },
    [readFirst],
  )

  const before = useRef<{ name: string; data: Data; nodes: readonly Node[] }>(undefined)
  useEffect(() => {
    if (whole && first.data) before.current = { name, data: first.data, nodes }
  }, [whole, first.data, name, nodes])
  const kept = !whole && before.current?.name === name ? before.current : undefined
  return [{ data: whole ? first.data : kept?.data, error: error ?? first.error, fetching: first.fetching || !whole }, again, kept ? kept.nodes : nodes]
}
