// The first version of this screen: what it is to show has no query in the contract yet. It is the administrators' screens' authors' to replace.
import { Stack, Title } from '@mantine/core'
import { Empty } from '../components/states'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'

export function InvariantsPage() {
  const { nav } = useWords(shellWords)
  return (
    <Stack>
      <Title order={1} size="h2">{nav.invariants}</Title>
      <Empty />
    </Stack>
  )
}
