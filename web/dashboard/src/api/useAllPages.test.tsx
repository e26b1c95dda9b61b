// @vitest-environment jsdom
import { Client, type Exchange, gql, makeErrorResult, type TypedDocumentNode } from '@urql/core'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'urql'
import { delay, filter, map, pipe } from 'wonka'
import { expect, it } from 'vitest'
import { useAllPages } from './useAllPages'

interface Places {
  places: { nodes: number[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
}

const Places = gql`query Places($venue: String!, $after: String) { places(venue: $venue, after: $after) { nodes } }` as TypedDocumentNode<Places, { venue: string; after?: string | null }>

/** A house whose venues have so many places, a hundred to a page. */
function house(sizes: Record<string, number>) {
  const asked = new Set<string>()
  const failing = new Set<string>()
  const answers: Exchange = () => (operations) =>
    pipe(
      operations,
      filter(({ kind }) => kind === 'query'),
      delay(1),
      map((operation) => {
        const { venue, after } = operation.variables as { venue: string; after?: string }
        asked.add(`${venue} ${after ?? 0}`)
        if (failing.has(after ?? '0')) return makeErrorResult(operation, new Error('lost'))
        const from = Number(after ?? 0)
        const to = Math.min(from + 100, sizes[venue]!)
        const nodes = Array.from({ length: to - from }, (_, i) => from + i)
        return { operation, stale: false, hasNext: false, data: { places: { nodes, pageInfo: { hasNextPage: to < sizes[venue]!, endCursor: String(to) } } } }
      }),
    )
  const client = new Client({ url: 'http://house', preferGetMethod: false, exchanges: [answers] })
  const wrapper = ({ children }: { children: ReactNode }) => <Provider value={client}>{children}</Provider>
  const read = (venue: string) => renderHook(({ venue }) => useAllPages({ query: Places, variables: { venue } }, (data) => data.places), { wrapper, initialProps: { venue } })
  return { asked, failing, read }
}

it('reads a list of 250 to its end', async () => {
  const { read, asked } = house({ hall: 250 })
  const { result } = read('hall')
  await waitFor(() => expect(result.current[0].data).toBeDefined())
  expect(result.current[2]).toHaveLength(250)
  expect(result.current[2].at(-1)).toBe(249)
  expect([...asked]).toEqual(['hall 0', 'hall 100', 'hall 200'])
})

it('asks once where one page is all', async () => {
  const { read, asked } = house({ hall: 7 })
  const { result } = read('hall')
  await waitFor(() => expect(result.current[2]).toHaveLength(7))
  expect([...asked]).toEqual(['hall 0'])
})

it('shows nothing of a list that is not whole, and says what failed', async () => {
  const { read, failing } = house({ hall: 250 })
  failing.add('100')
  const { result } = read('hall')
  await waitFor(() => expect(result.current[0].error).toBeDefined())
  expect(result.current[0].data).toBeUndefined()
  failing.clear()
  act(() => result.current[1]({ requestPolicy: 'network-only' }))
  await waitFor(() => expect(result.current[2]).toHaveLength(250))
  expect(result.current[0].error).toBeUndefined()
})

it('grows with the list when it is read again', async () => {
  const sizes = { hall: 250 }
  const { read } = house(sizes)
  const { result } = read('hall')
  await waitFor(() => expect(result.current[2]).toHaveLength(250))
  sizes.hall = 320
  act(() => result.current[1]({ requestPolicy: 'network-only' }))
  await waitFor(() => expect(result.current[2]).toHaveLength(320))
})

it('goes over to another list', async () => {
  const { read } = house({ hall: 250, yard: 130 })
  const { result, rerender } = read('hall')
  await waitFor(() => expect(result.current[2]).toHaveLength(250))
  rerender({ venue: 'yard' })
  await waitFor(() => expect(result.current[2]).toHaveLength(130))
})
