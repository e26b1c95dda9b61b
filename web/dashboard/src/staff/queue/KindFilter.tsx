import { Select } from '@mantine/core'
import type { Item } from './useActionQueue'
import { useQueueWords } from './words'

/** Shows things of one kind alone, where there are several. */
export function KindFilter({ of, kind, choose }: { of: readonly Item[]; kind: string; choose: (kind: string) => void }) {
  const words = useQueueWords()
  const kinds = [...new Set([...of.map((item) => item.kind as string), ...(kind ? [kind] : [])])]
  if (kinds.length < 2 && !kind) return null
  const count = (one: string) => of.filter((item) => item.kind === one).length
  return (
    <Select
      aria-label={words.filter}
      w="13rem"
      value={kind}
      allowDeselect={false}
      onChange={(next) => choose(next ?? '')}
      data={[{ value: '', label: words.all }, ...kinds.map((one) => ({ value: one, label: `${words.kind[one] ?? one} (${count(one)})` }))]}
    />
  )
}
