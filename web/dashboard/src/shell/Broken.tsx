import { Button } from '@mantine/core'
import { Notice } from '../components/states'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'

/** A screen threw. A new version of the program may have replaced the part that was to be loaded; loading the page again mends that. */
export function Broken({ error }: { error: unknown }) {
  const { broken } = useWords(shellWords)
  return (
    <Notice icon="warning" title={broken.title} testId="broken" action={<Button onClick={() => location.reload()}>{broken.reload}</Button>}>
      {broken.text}
      <br />
      <small>{error instanceof Error ? error.message : String(error)}</small>
    </Notice>
  )
}
