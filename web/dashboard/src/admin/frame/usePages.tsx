import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useAdminWords } from '../words'

/** Pages of a list that is read by cursors: the one that is shown, and the way on and back. */
export function usePages() {
  const { pages: words } = useAdminWords().frame
  const [cursors, setCursors] = useState<string[]>([])
  return {
    after: cursors.at(-1) ?? null,
    first: () => setCursors([]),
    bar: (pageInfo: { hasNextPage: boolean; endCursor?: string | null }) =>
      (pageInfo.hasNextPage || cursors.length > 0) && (
        <Group gap="xs">
          <Button variant="subtle" color="slate" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            {words.back}
          </Button>
          <Button
            variant="subtle"
            color="slate"
            disabled={!pageInfo.hasNextPage || !pageInfo.endCursor}
            onClick={() => setCursors([...cursors, pageInfo.endCursor!])}
          >
            {words.next}
          </Button>
        </Group>
      ),
  }
}
