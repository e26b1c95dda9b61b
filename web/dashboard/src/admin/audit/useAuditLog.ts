import type { CombinedError } from '@urql/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import type { AdminAuditQuery, AuditFilter } from '../../gql/admin/graphql'
import { AuditQuery, SubjectsQuery } from './documents'
import type { Subject } from './subject'

export type Entry = AdminAuditQuery['auditLog']['nodes'][number]

export interface AuditLog {
  entries: readonly Entry[]
  subjects: ReadonlyMap<string, Subject>
  reading: boolean
  error: CombinedError | undefined
  /** There may be more behind the last one. */
  hasMore: boolean
  more(): void
  /** Begins again from the newest. */
  refresh(): void
}

interface Read {
  entries: Entry[]
  after: string | null
  hasMore: boolean
}
const nothing: Read = { entries: [], after: null, hasMore: true }

/** The audit page by page, each behind the cursor of the one before; a new filter begins anew. */
export function useAuditLog(venueId: string, filter: AuditFilter | undefined): AuditLog {
  const client = useClient()
  const wanted = JSON.stringify([venueId, filter])
  const [read, setRead] = useState<Read>(nothing)
  const [reading, setReading] = useState(false)
  const [error, setError] = useState<CombinedError>()
  const [subjects, setSubjects] = useState<ReadonlyMap<string, Subject>>(new Map())
  const run = useRef(0)
  const busy = useRef(false)

  const page = useCallback(
    async (from: Read, turn: number) => {
      busy.current = true
      setReading(true)
      const [venue, only] = JSON.parse(wanted) as [string, AuditFilter | null]
      const answer = await client
        .query(AuditQuery, { venueId: venue, filter: only, after: from.after }, { requestPolicy: 'network-only' })
        .toPromise()
      if (run.current !== turn) return
      busy.current = false
      setReading(false)
      setError(answer.error)
      if (!answer.data) return
      const { nodes, pageInfo } = answer.data.auditLog
      setRead({ entries: [...from.entries, ...nodes], after: pageInfo.endCursor ?? from.after, hasMore: pageInfo.hasNextPage })
      const ids = [...new Set(nodes.map((entry) => entry.subjectId).filter((id): id is string => !!id))]
      if (ids.length === 0) return
      const found = await client.query(SubjectsQuery, { ids }, { requestPolicy: 'cache-first' }).toPromise()
      if (found.data && run.current === turn)
        setSubjects((before) => new Map([...before, ...found.data!.nodes.flatMap((node) => (node ? [[node.id, node] as const] : []))]))
    },
    [client, wanted],
  )
  const refresh = useCallback(() => {
    const turn = ++run.current
    setRead(nothing)
    void page(nothing, turn)
  }, [page])
  const stop = useCallback(() => {
    run.current++
    busy.current = false
  }, [])
  useEffect(() => {
    refresh()
    return stop
  }, [refresh, stop])
  const more = useCallback(() => {
    if (busy.current || !read.hasMore) return
    void page(read, run.current)
  }, [page, read])
  return { entries: read.entries, subjects, reading, error, hasMore: read.hasMore, more, refresh }
}
